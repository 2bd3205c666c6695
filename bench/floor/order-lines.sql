select order_id, line_id, external_line_id, title, variant_title, sku, image_url, quantity, fulfillable_quantity, unit_price, discount,
  state, source, source_product_id, source_variant_id, source_sku, unit_cost, cost_currency, shipping_method, shipping_quote
from order_line where workplace_id = $1 and order_id = any($2::uuid[]) order by order_id, position
