-- How products of a store are copied to other stores, unless a copy says otherwise. store_id: the store that is copied from.
create table store_copy_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  -- Offered first, as long as the workspace has it; null: none is.
  to_store_id uuid,
  -- The collections chosen here for the product, by their titles.
  collections boolean not null default false,
  -- The product's own values in the store, apart from its status.
  store_values boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('store_copy_setting');
call store_wall('store_copy_setting');
call audited('store_copy_setting', 'insert or update', 'store_copy_setting', 'store_id', '', 'store_id updated_at');
