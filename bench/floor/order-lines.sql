select order_id, line_id, external_line_id, product_id, variant_id, title, variant_title, sku, image_url, quantity,
  fulfillable_quantity, refunded_quantity, unit_price, discount, requires_shipping, state, taken_over_by, block_key, block_params, source, source_product_id,
  source_variant_id, source_sku, replaced, unit_cost, cost_currency, shipping_method, shipping_quote, supplier_order_id,
  source_order_no
from order_line where workplace_id = $1 and order_id = any($2::uuid[]) order by order_id, position
