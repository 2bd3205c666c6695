-- The rows of one imported product again, under new ids: $1 is the product copied, $2 the new one.
with copied as (
  insert into product (workplace_id, product_id, source, mode, source_product_id, ship_to, title, description_html, vendor,
    product_type, tags, options, images, currency, cost_from, cost_to, price_from, price_to, total_variants, original)
  select workplace_id, $2::uuid, source, mode, $2::text, ship_to, title, description_html, vendor, product_type, tags, options,
    images, currency, cost_from, cost_to, price_from, price_to, total_variants, original
  from product where product_id = $1::uuid
  returning workplace_id, product_id)
insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, option_values, cost, price,
  compare_at_price, stock, weight_grams, image_url, position, enabled)
select v.workplace_id, copied.product_id, gen_random_uuid(), source_variant_id, source_sku, sku, option_values, cost, price,
  compare_at_price, stock, weight_grams, image_url, position, enabled
from product_variant v, copied where v.product_id = $1::uuid
