-- Collections and categories of stores, read by a job and kept. A store without a row was never read.
create table collection_list (
  workplace_id uuid not null,
  store_id uuid not null,
  asked_at timestamptz(3),
  read_at timestamptz(3),
  fault text,
  fault_params jsonb not null default '{}',
  -- Products without collections of their own get those of their supplier category when they are pushed.
  applies_categories boolean not null default false,
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('collection_list');
call store_wall('collection_list');
call audited('collection_list', 'update', 'collection_list', 'store_id', '', 'store_id asked_at read_at fault fault_params');

create table store_collection (
  workplace_id uuid not null,
  store_id uuid not null,
  external_id text not null,
  title text not null,
  parent_id text,
  -- false: the store fills it by its own rules.
  is_assignable boolean not null,
  primary key (workplace_id, store_id, external_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('store_collection');
call store_wall('store_collection');

-- The collections that were chosen for a product in a store. `again`: those that the merchant took it out of, and that the next
-- push joins all the same. `titles`: as they were called when they were chosen, in the order of external_ids.
create table product_collection (
  workplace_id uuid not null,
  product_id uuid not null,
  store_id uuid not null,
  external_ids text[] not null default '{}',
  titles text[] not null default '{}',
  again text[] not null default '{}',
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, product_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
create index product_collection_store on product_collection (workplace_id, store_id);
call tenant_table('product_collection');
call store_wall('product_collection');

-- The collections of a store that a supplier category goes to. category: trimmed, lower case.
create table collection_category (
  workplace_id uuid not null,
  store_id uuid not null,
  category text not null,
  name text not null,
  external_ids text[] not null,
  titles text[] not null default '{}',
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, store_id, category),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('collection_category');
call store_wall('collection_category');

-- Where the last push left the listing: {wanted, joined, left, gone, refused}; null: it had no collections.
alter table listing add column collections jsonb;
-- Ids of the store would be of no use in the activity log.
drop trigger audited_insert on listing;
drop trigger audited_update on listing;
drop trigger audited_delete on listing;
call audited('listing', 'insert or update or delete', 'listing', 'listing_id', 'handle',
  'sent_at queued_at process_id variant_ids fields fields_read_at own_fields conflicts store_status stopped_variants collections');
