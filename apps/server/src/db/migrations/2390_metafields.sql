-- Metafields that stores define for products, read by a job and kept. A store without a row was never read.
create table metafield_list (
  workplace_id uuid not null,
  store_id uuid not null,
  asked_at timestamptz(3),
  read_at timestamptz(3),
  fault text,
  fault_params jsonb not null default '{}',
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('metafield_list');
call store_wall('metafield_list');

create table metafield_definition (
  workplace_id uuid not null,
  store_id uuid not null,
  namespace text not null,
  key text not null,
  name text not null,
  description text not null,
  type text not null,
  -- [{name, value}] as the platform has them.
  validations jsonb not null default '[]',
  -- false: only another app may write it.
  is_writable boolean not null,
  primary key (workplace_id, store_id, namespace, key),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('metafield_definition');
call store_wall('metafield_definition');

-- What a product has in a store's metafield. `name` and `type`: those of the definition when the value was set. `again`: the next
-- push writes it although the merchant changed it.
create table product_metafield (
  workplace_id uuid not null,
  metafield_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  namespace text not null,
  key text not null,
  name text not null,
  type text not null,
  value text not null,
  again boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, metafield_id)
);
create unique index product_metafield_of on product_metafield (workplace_id, product_id, store_id, namespace, key);
create index product_metafield_in on product_metafield (workplace_id, store_id);
call tenant_table('product_metafield');
call store_wall('product_metafield');
call audited('product_metafield', 'insert or update or delete', 'metafield', 'metafield_id', 'name',
  'product_id store_id namespace key type again updated_at');

-- Where pushes left the metafields of a listing. `wanted`: fingerprints of the values at the last push, by id; null: none had any.
-- `known`: fingerprints of values that the store had as well, when it was last read.
create table listing_metafield (
  workplace_id uuid not null,
  listing_id uuid not null,
  store_id uuid not null,
  wanted jsonb,
  outcomes jsonb not null default '[]',
  known jsonb not null default '{}',
  primary key (workplace_id, listing_id),
  foreign key (workplace_id, listing_id) references listing (workplace_id, listing_id) on delete cascade
);
call tenant_table('listing_metafield');
call store_wall('listing_metafield');
