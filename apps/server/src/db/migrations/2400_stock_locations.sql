-- The location of a store where stock is written; null: the store's own default. Its name is that of the last reading.
alter table store add column stock_location_id text;
alter table store add column stock_location_name text;
alter table store add column stock_location_state text not null default 'active'
  check (stock_location_state in ('active', 'inactive', 'deleted'));
-- The id and the state of the location would be of no use in the activity log.
drop trigger audited_insert on store;
drop trigger audited_update on store;
drop trigger audited_delete on store;
call audited('store', 'insert or update or delete', 'store', 'store_id', 'platform_domain',
  'metadata last_webhook_at last_polled_at order_cursor stock_location_id stock_location_state');

-- Locations of stores, read by a job and kept. A store without a row was never read.
create table stock_location_list (
  workplace_id uuid not null,
  store_id uuid not null,
  asked_at timestamptz(3),
  read_at timestamptz(3),
  fault text,
  fault_params jsonb not null default '{}',
  -- [{id, name, isActive, fulfillsOnlineOrders, isDefault}]
  locations jsonb not null default '[]',
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('stock_location_list');
call store_wall('stock_location_list');

-- Moves the stock that was written at former locations to the one that is chosen now. One for each store, the last.
create table stock_run (
  workplace_id uuid not null,
  store_id uuid not null,
  run_id uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Where stock of ours may be, the oldest first, and where it goes.
  sources text[] not null,
  target text not null,
  -- The last variant that was moved, in the order of listings.
  after_listing uuid,
  after_variant text,
  -- Of a run before it that failed: what had been moved by then, and where it is.
  former_target text,
  former_listing uuid,
  former_variant text,
  -- What is being written: {key, items}. Kept until it is known to be written, so that a killed worker's write isn't repeated.
  plan jsonb,
  moved integer not null default 0,
  -- Variants with more stock at a former location than we wrote there; the rest stays.
  kept integer not null default 0,
  failures integer not null default 0,
  error_key text,
  error_params jsonb,
  holder uuid,
  held_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('stock_run');
call store_wall('stock_run');
create trigger stock_run_state_moves before update of state on stock_run
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{running>done,running>failed,done>running,failed>running}'))
  execute function refuse_move('state');
