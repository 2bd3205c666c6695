-- Orders of a store that could not be read or kept. They stop no other order; they go as soon as one reading succeeds.
-- Nothing of what the store told stands here but how the order is called there and why it was not taken.
create table order_set_aside (
  workplace_id uuid not null,
  set_aside_id uuid not null,
  store_id uuid not null,
  external_order_id text not null,
  -- The order's number, as the shop calls it.
  name text,
  reason_key text not null,
  reason_params jsonb not null default '{}',
  first_at timestamptz(3) not null,
  -- When the store was asked for it the last time.
  last_at timestamptz(3) not null,
  primary key (workplace_id, set_aside_id),
  unique (workplace_id, store_id, external_order_id),
  foreign key (workplace_id, store_id) references store
);
call tenant_table('order_set_aside');
call store_wall('order_set_aside');
