-- Stores' existing products that are taken in without writing to the store: one run of a store at a time.
create table adoption (
  workplace_id uuid not null,
  adoption_id uuid not null,
  store_id uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  -- Where the next page starts; saved with what the page before it brought.
  cursor text,
  seen integer not null default 0,
  adopted integer not null default 0,
  known integer not null default 0,
  -- Of the adopted: products that orders without a known supplier sold.
  sold integer not null default 0,
  skipped integer not null default 0,
  failures integer not null default 0,
  error_key text,
  error_params jsonb,
  holder uuid,
  held_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (workplace_id, adoption_id)
);
create unique index adoption_running on adoption (workplace_id, store_id) where state = 'running';
create index adoption_recent on adoption (workplace_id, store_id, created_at desc);
call tenant_table('adoption');
call store_wall('adoption');
create trigger adoption_state_moves before update of state on adoption
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{running>done,running>failed,running>cancelled}'))
  execute function refuse_move('state');

-- Products of a run that can't be taken in.
create table adoption_skip (
  workplace_id uuid not null,
  adoption_id uuid not null,
  external_product_id text not null,
  store_id uuid not null,
  title text not null,
  reason text not null,
  primary key (workplace_id, adoption_id, external_product_id),
  foreign key (workplace_id, adoption_id) references adoption (workplace_id, adoption_id) on delete cascade
);
call tenant_table('adoption_skip');
call store_wall('adoption_skip');

alter table process drop constraint process_kind_check;
alter table process add constraint process_kind_check
  check (kind in ('import', 'push', 'placement', 'payment', 'sync', 'catalogue', 'enhance', 'duplicate', 'split', 'adopt'));
