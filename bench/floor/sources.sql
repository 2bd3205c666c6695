-- The fastest way known to answer this question for a common word as well as for a rare one: look for the words along the index of
-- the zone's price band first, which holds them, and turn to the words' own index only when that did not fill the page.
with zone as materialized (select zone_id from source_zone where source = 'quayside' and mode = 'sandbox' and asked_as = 'operator'
    and countries @> array[$4]::text[]),
near as materialized (
  select p.source_key, p.source, p.mode, p.source_product_id, p.title, p.category_id, p.image_urls, p.cost_from, p.cost_to,
    p.currency, p.suggested, p.rsp, seen.profit, p.rating, p.reviews_count, p.order_volume, p.listings_count,
    p.ship_countries, p.total_variants, p.seen_at
  from (select source_key, profit, words from source_shipping
      where zone_id = (select zone_id from zone) and price_band = 1 order by profit desc, source_key desc limit 20000) seen
  cross join lateral (select * from source_product where source_key = seen.source_key
      and cost_from >= $2 and cost_from < $3 and ship_countries @> array[$4]::text[] limit 1) p
  where seen.words @@ to_tsquery('english', $1)
  order by seen.profit desc, seen.source_key desc limit 26),
far as materialized (
  select p.source_key, p.source, p.mode, p.source_product_id, p.title, p.category_id, p.image_urls, p.cost_from, p.cost_to,
    p.currency, p.suggested, p.rsp, f.profit, p.rating, p.reviews_count, p.order_volume, p.listings_count,
    p.ship_countries, p.total_variants, p.seen_at
  from (select * from (select * from source_product where (select count(*) from near) < 26
        and search @@ (to_tsquery('english', $1) && '''@band=1'''::tsquery) offset 0) hit
      where mode = 'sandbox' and cost_from >= $2 and cost_from < $3 and ship_countries @> array[$4]::text[] offset 0) p
  cross join lateral (select profit from source_shipping where source_key = p.source_key
      and zone_id = (select zone_id from zone) limit 1) f
  order by f.profit desc, p.source_key desc limit 26),
page as materialized (
  select * from (select * from near where (select count(*) from near) >= 26 union all select * from far) found
  order by profit desc, source_key desc limit 25)
select page.*, f.shipping_cost, f.days_min, f.days_max from page
join source_shipping f on f.source_key = page.source_key and f.zone_id = (select zone_id from zone)
order by page.profit desc, page.source_key desc
