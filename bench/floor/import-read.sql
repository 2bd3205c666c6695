-- A supplier's product of our own warehouse with its facts: $1 is its id there.
select source, mode, source_product_id, title, category_path, image_urls, cost_from, cost_to, currency, suggested, total_variants,
  store_name, detail
from source_product where source = 'quayside' and mode = 'sandbox' and source_product_id = $1
