-- Fees beside goods and shipping, so that an order's sums add up; and orders that their store no longer has.
alter table sales_order add column fee_total bigint not null default 0;
alter table sales_order drop constraint sales_order_cancelled_by_check;
alter table sales_order add constraint sales_order_cancelled_by_check check (cancelled_by in ('channel', 'source', 'deletion'));

-- Refunded pieces that nobody sends (null: not read since), and who made a line manual.
alter table order_line add column refunded_quantity integer;
alter table order_line add column taken_over_by text check (taken_over_by in ('person', 'store'));

-- Every line that a person took over left an event on its order. On an order with such an event it is not certain which lines
-- they meant: all of them stay theirs. Any other manual line was made so by the store's state alone, perhaps by a payment that
-- failed for a while: it stays null, and the store's next reading decides (rules/intake.ts).
alter table order_line no force row level security;
alter table order_event no force row level security;
update order_line l set taken_over_by = 'person' from order_event e
where e.workplace_id = l.workplace_id and e.order_id = l.order_id and e.kind = 'manually_fulfilled' and l.state = 'manual';
alter table order_event force row level security;
alter table order_line force row level security;
create index order_line_manual on order_line (workplace_id, order_id) where state = 'manual' and taken_over_by is null;
