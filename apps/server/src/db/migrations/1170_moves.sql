-- Moves of a store to another workplace of its account. They belong to the account, the only tenant that owns both workplaces.
create table store_move (
  account_id uuid not null,
  move_id uuid not null,
  store_id uuid not null,
  from_workplace uuid not null,
  to_workplace uuid not null,
  -- Who started it, as both workplaces' audit logs name them.
  actor jsonb not null,
  platform text not null,
  platform_domain text not null,
  store_name text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  -- waiting: for work under way. carrying: rows are on their way. arriving: the store itself has left. tidying: cleaning up the old
  -- workplace. returning: something prevented the move, and the rows come back.
  state text not null check (state in ('waiting', 'carrying', 'arriving', 'tidying', 'returning', 'done', 'failed')),
  -- Work that it waits for: {orders, listings, parcels}.
  waits jsonb not null default '{}',
  prepared boolean not null default false,
  -- Rows that left and arrived, by table, with the sums of their hashes.
  tally jsonb not null default '{}',
  -- Listings and orders to carry, and those that have arrived.
  total integer not null default 0,
  carried integer not null default 0,
  error jsonb,
  created_at timestamptz(3) not null default now(),
  carrying_at timestamptz(3),
  changed_at timestamptz(3) not null default now(),
  primary key (account_id, move_id)
);
create unique index store_move_once on store_move (account_id, store_id) where state not in ('done', 'failed');
create index store_move_recent on store_move (account_id, created_at desc);
call account_table('store_move');
call audited('store_move', 'insert or update', 'store_move', 'move_id', 'platform_domain',
  'actor waits prepared tally total carried carrying_at');

-- Rows that have left one workplace and not arrived in the other: a few hundred at a time, none once a move has ended.
create table store_move_row (
  account_id uuid not null,
  move_id uuid not null,
  part text not null,
  row_no integer not null,
  left_from uuid not null,
  carried jsonb not null,
  primary key (account_id, move_id, part, row_no)
);
call account_table('store_move_row');

-- Ids of the old workplace's products, variants and supplier connections in the new one.
create table store_move_name (
  account_id uuid not null,
  move_id uuid not null,
  kind text not null check (kind in ('product', 'variant', 'connection')),
  from_id uuid not null,
  to_id uuid not null,
  -- Of a product: the revision that was copied, whether it is new there, and whether it counts as an import where it comes from.
  revision integer,
  added boolean not null default false,
  counts boolean not null default false,
  primary key (account_id, move_id, kind, from_id)
);
call account_table('store_move_name');
