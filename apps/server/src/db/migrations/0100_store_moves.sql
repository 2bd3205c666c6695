-- A store on its way from one workspace of an account to another. While it moves, no work of it is begun (waiting), and once
-- its rows travel nothing of it is touched by anybody else (carrying). In both workspaces the store's row says so.
alter table store add column moving text check (moving in ('waiting', 'carrying'));

-- The intent, kept by the account: it is the only one that owns both workspaces.
create table store_move (
  account_id uuid not null,
  move_id uuid not null,
  store_id uuid not null,
  from_workplace uuid not null,
  to_workplace uuid not null,
  -- Who asked, as the trail of both workspaces names him.
  actor jsonb not null,
  platform text not null,
  platform_domain text not null,
  store_name text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  -- waiting: for work under way. carrying: rows travel. arriving: the store itself has left. tidying: what is left behind.
  -- returning: something stood in the way, and what has travelled comes back.
  state text not null check (state in ('waiting', 'carrying', 'arriving', 'tidying', 'returning', 'done', 'failed')),
  -- What is under way and waited for: {orders, listings, parcels}.
  waits jsonb not null default '{}',
  prepared boolean not null default false,
  -- Rows that left and arrived, by table, with the sums of their hashes.
  tally jsonb not null default '{}',
  -- Listings and orders there are to carry, and those that have arrived.
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

-- Rows between two workspaces: out of the one and not yet in the other. A few hundred at a time; none when a move has ended.
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

-- What something of the old workspace is in the new one: products, variants and supplier connections.
create table store_move_name (
  account_id uuid not null,
  move_id uuid not null,
  kind text not null check (kind in ('product', 'variant', 'connection')),
  from_id uuid not null,
  to_id uuid not null,
  -- Of a product: as which revision it was copied, and whether it is new over there.
  revision integer,
  added boolean not null default false,
  primary key (account_id, move_id, kind, from_id)
);
call account_table('store_move_name');
