-- The intent to buy an order once more: $1 is the supplier order copied, $2 the new one, $3 its
-- reference, $4 the workspace. Answers what to send.
with model as (
  select p.*, o.name from supplier_order p join sales_order o using (workplace_id, order_id)
  where p.workplace_id = $4::uuid and p.supplier_order_id = $1::uuid),
begun as (
  insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode, reference, state, payer,
    shipping_method, shipping_quote, address, currency, quoted_items, quoted_shipping, placement_id, attempts, sent_at)
  select workplace_id, $2::uuid, order_id, connection_id, supplier, mode, $3, 'placing', payer, shipping_method, shipping_quote,
    address, currency, quoted_items, quoted_shipping, placement_id, 1, clock_timestamp()
  from model returning workplace_id, supplier_order_id),
lines as (
  insert into supplier_order_line (workplace_id, supplier_order_id, line_id, order_id, source_product_id, source_variant_id, sku,
    quantity, unit_cost)
  select l.workplace_id, begun.supplier_order_id, line_id, order_id, source_product_id, source_variant_id, sku, quantity, unit_cost
  from supplier_order_line l, begun where l.workplace_id = begun.workplace_id and l.supplier_order_id = $1::uuid
  returning line_id, source_variant_id, quantity)
select model.connection_id, model.name, model.address, model.shipping_method,
  (select jsonb_agg(jsonb_build_object('ref', line_id, 'variant_id', source_variant_id, 'quantity', quantity)) from lines) as lines
from model
