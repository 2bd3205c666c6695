-- Markets of stores with their price lists, read by a job and kept. A store without a row was never read.
create table market_list (
  workplace_id uuid not null,
  store_id uuid not null,
  -- [{id, name, isActive, countries, isOpenEnded, priceLists: [{id, name, currency, isActive, percent}]}]
  markets jsonb not null default '[]',
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('market_list');
call store_wall('market_list');

-- What the owner chose for a price list, which several markets may share. Without a row, its prices are left to the store.
create table market_choice (
  workplace_id uuid not null,
  store_id uuid not null,
  price_list_id text not null,
  name text not null,
  by_rule boolean not null default false,
  -- Reading of its prices for a preview.
  asked_at timestamptz(3),
  read_at timestamptz(3),
  -- Why its prices could not be read or written the last time.
  fault text,
  fault_params jsonb not null default '{}',
  primary key (workplace_id, store_id, price_list_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('market_choice');
call store_wall('market_choice');
call audited('market_choice', 'insert or update', 'market_choice', 'store_id', 'name',
  'store_id price_list_id name asked_at read_at fault fault_params');

-- A variant's price in a price list, in the smallest unit of `currency`. held: as it was last read, sent: the fixed price that we wrote
-- last, pending: what is being written, known to be there or not after a crash. again: ours replaces the merchant's once.
create table market_price (
  workplace_id uuid not null,
  store_id uuid not null,
  price_list_id text not null,
  external_variant_id text not null,
  listing_id uuid not null,
  currency text not null,
  held_price bigint,
  held_compare bigint,
  held_fixed boolean,
  sent_price bigint,
  sent_compare bigint,
  pending_price bigint,
  pending_compare bigint,
  again boolean not null default false,
  state text not null default 'read' check (state in ('read', 'ours', 'theirs', 'unpriced', 'refused')),
  reason text,
  reason_params jsonb not null default '{}',
  primary key (workplace_id, store_id, price_list_id, external_variant_id),
  foreign key (workplace_id, listing_id) references listing (workplace_id, listing_id) on delete cascade
);
create index market_price_listing on market_price (workplace_id, listing_id);
create index market_price_state on market_price (workplace_id, store_id, price_list_id, state);
call tenant_table('market_price');
call store_wall('market_price');

-- Listings whose prices are written together to all price lists of their store, up to 50. One batch of a store at a time.
create table market_price_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  store_id uuid not null,
  listing_ids uuid[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'unknown', 'done', 'failed')),
  attempts integer not null default 0,
  sent_at timestamptz,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, batch_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
create index market_price_batch_open on market_price_batch (workplace_id, store_id, next_attempt_at)
  where state in ('waiting', 'sending', 'unknown');
call tenant_table('market_price_batch');
call store_wall('market_price_batch');
create trigger market_price_batch_state_moves before update of state on market_price_batch for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending}'))
  execute function refuse_move('state');
