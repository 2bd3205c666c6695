-- Pushes of everything that a filter matched.

-- batch_id is also the id of the entry in the process tray, which counts the listings. store_modes: of store_ids, in their order; a store
-- may leave the workspace meanwhile. `request` is what was asked for, without products and stores.
create table push_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  state text not null default 'running' check (state in ('running', 'ended')),
  store_ids uuid[] not null,
  store_modes text[] not null,
  request jsonb not null,
  requested_by text not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (workplace_id, batch_id)
);
call tenant_table('push_batch');

-- started: the push to at least one store was queued. error_key: why a store was left out.
create table push_batch_item (
  workplace_id uuid not null,
  batch_id uuid not null,
  product_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'started', 'refused')),
  error_key text,
  error_params jsonb,
  primary key (workplace_id, batch_id, product_id),
  foreign key (workplace_id, batch_id) references push_batch on delete cascade
);
create index push_batch_item_state on push_batch_item (workplace_id, batch_id, state, product_id);
call tenant_table('push_batch_item');
