-- What the supplier answered for the order begun as $1 in the workspace $8: on the order, its lines, what it was bought for, and the order's history.
with ended as (
  update supplier_order set state = 'placed', source_order_no = $2, order_number = $3, items_cost = $4, shipping_cost = $5,
    total_cost = $6, remote_state = $7, placed_at = now(), synced_at = now(), updated_at = now()
  where workplace_id = $8::uuid and supplier_order_id = $1::uuid
  returning workplace_id, supplier_order_id, order_id),
lines as (
  update order_line l set supplier_order_id = ended.supplier_order_id, source_order_no = $2
  from ended where l.workplace_id = ended.workplace_id and l.order_id = ended.order_id),
orders as (
  update sales_order o set updated_at = now() from ended where o.workplace_id = ended.workplace_id and o.order_id = ended.order_id)
insert into order_event (workplace_id, order_id, event_id, kind, params, actor)
select workplace_id, order_id, gen_random_uuid(), 'placed', '{}'::jsonb, 'system' from ended
