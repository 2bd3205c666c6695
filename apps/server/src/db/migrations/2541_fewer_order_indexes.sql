-- Filters by status look for what is still open. Orders that were placed and paid, most of a workspace that works, are found by the
-- indexes of time instead, where they are next to each other (docs/decisions/0416).
drop index sales_order_payment;
create index sales_order_payment on sales_order (workplace_id, payment_status, placed_at desc, order_id desc)
  where payment_status <> 'paid';
drop index sales_order_placement;
create index sales_order_placement on sales_order (workplace_id, placement_status, placed_at desc, order_id desc)
  where placement_status not in ('placed', 'nothing_to_place');
