select order_id, external_order_id, store_id, name, placed_at, currency, total, subtotal, financial_status, fulfillment_status,
  placement_status, payment_status, tab, mark, customer_name, customer_email, ship_country, cost, cost_currency, problems, cancelled_at
from sales_order where workplace_id = $1 and tab = 'unfulfilled' and placed_at >= $2 and placed_at < $3
order by placed_at desc, order_id desc limit 26
