-- An imported product as the owner edits it, with what the supplier said on the day of the import.
create table product (
  workplace_id uuid not null,
  product_id uuid not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source_product_id text not null,
  ship_to text not null default 'US',
  title text not null,
  description_html text not null default '',
  vendor text not null default '',
  product_type text not null default '',
  tags text[] not null default '{}',
  options jsonb not null default '[]',
  images jsonb not null default '[]',
  currency text not null default 'USD',
  cost_from bigint not null,
  cost_to bigint not null,
  price_from bigint not null,
  price_to bigint not null,
  total_variants integer not null,
  original jsonb not null,
  revision integer not null default 1,
  push_state text not null default 'unpushed' check (push_state in ('unpushed', 'processing', 'pushed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (workplace_id, product_id)
);
create unique index product_once on product (workplace_id, source, mode, source_product_id) where deleted_at is null;
create index product_list on product (workplace_id, push_state, product_id desc) where deleted_at is null;
call tenant_table('product');

create table product_variant (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  source_variant_id text not null,
  -- The supplier's own; `sku` is what the store shows and the owner may change.
  source_sku text not null,
  sku text not null,
  option_values text[] not null default '{}',
  cost bigint not null,
  price bigint not null,
  compare_at_price bigint,
  stock integer,
  weight_grams integer,
  image_url text,
  position integer not null,
  enabled boolean not null default true,
  primary key (workplace_id, variant_id),
  foreign key (workplace_id, product_id) references product
);
create index product_variant_of on product_variant (workplace_id, product_id, position);
create index product_variant_sku on product_variant (workplace_id, sku);
call tenant_table('product_variant');

-- One product in one store; a split product has one listing per part. Intent first: the row exists before the store is called.
create table listing (
  workplace_id uuid not null,
  listing_id uuid not null,
  product_id uuid not null,
  store_id uuid not null,
  part integer not null default 1,
  parts integer not null default 1,
  state text not null check (state in ('queued', 'pushing', 'unknown', 'listed', 'failed', 'removed')),
  publish_status text not null check (publish_status in ('active', 'draft')),
  settings jsonb not null default '{}',
  variant_ids uuid[] not null,
  pushed_revision integer,
  external_product_id text,
  handle text,
  url text,
  admin_url text,
  error_key text,
  error_params jsonb,
  process_id uuid,
  attempts integer not null default 0,
  attempted_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  -- The worker that talks to the store about this listing, and until when nobody else may.
  lease_holder uuid,
  lease_until timestamptz,
  pushed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, listing_id),
  foreign key (workplace_id, product_id) references product,
  foreign key (workplace_id, store_id) references store
);
create unique index listing_once on listing (workplace_id, product_id, store_id, part) where state <> 'removed';
create index listing_external on listing (workplace_id, store_id, external_product_id);
create index listing_due on listing (workplace_id, store_id, next_attempt_at) where state in ('queued', 'pushing', 'unknown');
create index listing_of on listing (workplace_id, product_id);
create index listing_process on listing (workplace_id, process_id);
call tenant_table('listing');

create table listing_variant (
  workplace_id uuid not null,
  listing_id uuid not null,
  variant_id uuid not null,
  store_id uuid not null,
  external_variant_id text not null,
  external_inventory_item_id text,
  sku text not null,
  primary key (workplace_id, listing_id, variant_id),
  foreign key (workplace_id, listing_id) references listing
);
create index listing_variant_external on listing_variant (workplace_id, store_id, external_variant_id);
create index listing_variant_sku on listing_variant (workplace_id, store_id, sku);
call tenant_table('listing_variant');
