-- Stores whose open orders came in before expected shipping was found out as an order comes in (0071). A job goes through
-- them once, newest orders first; the row says how far it came, and goes at the end. Global like the directory it is made from.
create table cost_backfill (
  store_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  after_placed_at timestamptz,
  after_order_id uuid
);
insert into cost_backfill (store_id, workplace_id, account_id)
  select store_id, workplace_id, account_id from store_directory where active;
