-- concurrently
-- Filters by status look for what is still open. Orders that were placed and paid, most of a workspace that works, are found by the
-- indexes of time instead, where they are next to each other (docs/decisions/0416).
create index concurrently if not exists sales_order_open_payment on sales_order (workplace_id, payment_status, placed_at desc, order_id desc)
  where payment_status <> 'paid';
drop index concurrently if exists sales_order_payment;
create index concurrently if not exists sales_order_open_placement on sales_order (workplace_id, placement_status, placed_at desc, order_id desc)
  where placement_status not in ('placed', 'nothing_to_place');
drop index concurrently if exists sales_order_placement;
-- Dismissing asks for entries that aren't dismissed.
create index concurrently if not exists process_unseen on process (workplace_id, kind, subject_id) where seen_at is null;
drop index concurrently if exists process_subject;
-- Only its own order's rows; PostgreSQL stores equal keys once.
create index concurrently if not exists order_term_of on order_term (workplace_id, order_id);
create index concurrently if not exists order_contact_of on order_contact (workplace_id, order_id);
