-- What a store last said about an order that is being bought: whether it is still open and paid there. Asked again before
-- every purchase and every payment; a row without an answer says that the store did not give one.
create table store_check (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  -- When the store was asked for `answer`, by the database's clock.
  asked_at timestamptz,
  answer text check (answer in ('open', 'unpaid', 'refunded', 'cancelled', 'deleted')),
  -- A worker is asking; it is taken for dead after this.
  asking_until timestamptz,
  -- Since when the store gives no usable answer; null: it answered last time.
  silent_since timestamptz,
  -- When it last failed to answer a question about this order.
  silent_at timestamptz,
  primary key (workplace_id, order_id),
  foreign key (workplace_id, order_id) references sales_order on delete cascade
);
create index store_check_silent on store_check (workplace_id, store_id, silent_at) where silent_at is not null;
call tenant_table('store_check');
call store_wall('store_check');
