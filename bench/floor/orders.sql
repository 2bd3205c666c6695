select order_id, store_id, mode, external_order_id, name, placed_at, currency, total, tax_total, financial_status, fulfillment_status,
  placement_status, payment_status, tab, customer_name, customer_email, ship_country, mark, problems, cost, cost_currency,
  cost_is_whole, cancelled_at, cancelled_by
from sales_order where workplace_id = $1 and tab = 'unfulfilled' and placed_at >= $2 and placed_at < $3
order by placed_at desc, order_id desc limit 26
