-- Supplier choices of a store's variants. The first choice in priority that serves the order's country is bought.
create table variant_mapping (
  workplace_id uuid not null,
  mapping_id uuid not null,
  store_id uuid not null,
  external_product_id text,
  external_variant_id text not null,
  -- The names in the store when it was mapped.
  title text not null,
  variant_title text not null,
  -- 1 is tried first.
  priority integer not null check (priority between 1 and 10),
  -- Countries (ISO 3166-1 alpha-2); empty: all.
  ship_to text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, mapping_id),
  unique (workplace_id, store_id, external_variant_id, priority),
  foreign key (workplace_id, store_id) references store
);
call tenant_table('variant_mapping');
call store_wall('variant_mapping');
call audited('variant_mapping', 'insert or delete', 'mapping', 'mapping_id', 'title', 'external_product_id external_variant_id');

-- What a choice buys. Several components are a bundle, a quantity above 1 a multiple; orders are matched by neither yet.
create table mapping_component (
  workplace_id uuid not null,
  mapping_id uuid not null,
  position integer not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source_product_id text not null,
  source_variant_id text not null,
  source_sku text not null,
  title text not null,
  option_values text[] not null default '{}',
  image_url text,
  -- In minor units, when it was mapped; an imported product's current cost wins.
  unit_cost bigint,
  cost_currency text not null,
  quantity integer not null default 1 check (quantity >= 1),
  primary key (workplace_id, mapping_id, position),
  foreign key (workplace_id, mapping_id) references variant_mapping on delete cascade
);
create index mapping_component_source on mapping_component (workplace_id, source, source_product_id);
call tenant_table('mapping_component');
call audited('mapping_component', 'insert or delete', 'mapping', 'mapping_id', 'title', 'position image_url source_product_id source_variant_id');
