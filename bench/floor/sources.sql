-- The fastest way known to answer this question for a common word as well as for a rare one: look along the index of the price
-- band first, and turn to the words' index only when that did not fill the page.
with near as materialized (
  select * from (select source_key, source, mode, source_product_id, title, category_id, image_urls, cost_from, cost_to, currency,
      suggested, rsp, profit, profit_order, rating, reviews_count, order_volume, listings_count, shipping_cost, shipping_days_min,
      shipping_days_max, ship_countries, total_variants, seen_at, search
    from source_product where mode = 'sandbox' and price_band = 1 order by profit_order desc, source_key desc limit 2000) seen
  where search @@ (to_tsquery('english', $1) && '''@band=1'''::tsquery) and cost_from >= $2 and cost_from < $3 limit 26),
far as materialized (
  select * from (select source_key, source, mode, source_product_id, title, category_id, image_urls, cost_from, cost_to, currency,
      suggested, rsp, profit, profit_order, rating, reviews_count, order_volume, listings_count, shipping_cost, shipping_days_min,
      shipping_days_max, ship_countries, total_variants, seen_at, search
    from source_product where (select count(*) from near) < 26 and mode = 'sandbox'
      and search @@ (to_tsquery('english', $1) && '''@band=1'''::tsquery) and cost_from >= $2 and cost_from < $3 offset 0) seen
  order by profit_order desc, source_key desc limit 26)
select source_key, source, mode, source_product_id, title, category_id, image_urls, cost_from, cost_to, currency, suggested, rsp,
  profit, rating, reviews_count, order_volume, listings_count, shipping_cost, shipping_days_min, shipping_days_max, ship_countries,
  total_variants, seen_at
from (select * from near where (select count(*) from near) >= 26 union all select * from far) found
order by profit_order desc, source_key desc limit 25
