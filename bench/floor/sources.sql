select source_key, source, source_product_id, title, category_id, image_urls, cost_from, cost_to, currency, rsp, profit, rating,
  reviews_count, order_volume, shipping_cost, shipping_days_min, shipping_days_max, ship_countries, total_variants, seen_at
from source_product where mode = 'sandbox' and search @@ websearch_to_tsquery('english', $1) and cost_from >= $2 and cost_from < $3
order by profit_order desc, source_key desc limit 26
