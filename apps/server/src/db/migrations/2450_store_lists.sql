-- When lists of stores, such as collections, were asked for and read, and why the last read failed. Each feature keeps its own list.
create table store_list (
  workplace_id uuid not null,
  store_id uuid not null,
  kind text not null,
  asked_at timestamptz(3),
  read_at timestamptz(3),
  fault text,
  fault_params jsonb not null default '{}',
  primary key (workplace_id, store_id, kind),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
alter table collection_list no force row level security;
alter table metafield_list no force row level security;
alter table stock_location_list no force row level security;
insert into store_list (workplace_id, store_id, kind, asked_at, read_at, fault, fault_params)
  select workplace_id, store_id, 'collections', asked_at, read_at, fault, fault_params from collection_list;
insert into store_list (workplace_id, store_id, kind, asked_at, read_at, fault, fault_params)
  select workplace_id, store_id, 'metafields', asked_at, read_at, fault, fault_params from metafield_list;
insert into store_list (workplace_id, store_id, kind, asked_at, read_at, fault, fault_params)
  select workplace_id, store_id, 'stock-locations', asked_at, read_at, fault, fault_params from stock_location_list;
update store_list set fault = 'STORE_LIST_REFUSED' where fault = 'OUTSIDE_REFUSED';
call tenant_table('store_list');
call store_wall('store_list');

drop table metafield_list;

alter table stock_location_list force row level security;
alter table stock_location_list drop column asked_at, drop column read_at, drop column fault, drop column fault_params;

create table collection_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  -- Products without collections of their own get those of their supplier category when they are pushed.
  applies_categories boolean not null default false,
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
insert into collection_setting (workplace_id, store_id, applies_categories)
  select workplace_id, store_id, applies_categories from collection_list where applies_categories;
call tenant_table('collection_setting');
call store_wall('collection_setting');
drop table collection_list;
call audited('collection_setting', 'insert or update', 'collection_list', 'store_id', '', 'store_id');
