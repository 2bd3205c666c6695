-- What a store shows of itself to everybody, as it was read last: theme, apps, profiles elsewhere.
create table storefront (
  workplace_id uuid not null,
  store_id uuid not null,
  state text not null check (state in ('reading', 'read', 'failed')),
  asked_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  info jsonb,
  problem jsonb,
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store
);
call tenant_table('storefront');
call store_wall('storefront');
