-- Facts of suppliers' products, the same for every workplace (global), each with the time it was seen.
create table source_category (
  source text not null,
  category_id text not null,
  parent_id text,
  name text not null,
  position integer not null default 0,
  primary key (source, category_id)
);

create table source_product (
  source_key uuid primary key,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source_product_id text not null,
  title text not null,
  category_id text,
  category_path text[] not null default '{}',
  image_urls text[] not null default '{}',
  cost_from bigint not null,
  cost_to bigint not null,
  currency text not null default 'USD',
  rsp bigint,
  profit bigint,
  rating real,
  reviews_count integer,
  order_volume integer,
  listings_count integer,
  shipping_cost bigint,
  shipping_days_min integer,
  shipping_days_max integer,
  ship_countries text[] not null default '{}',
  total_variants integer not null default 1,
  store_name text,
  product_url text,
  detail_status text not null default 'none' check (detail_status in ('none', 'partial', 'full')),
  detail jsonb,
  seen_at timestamptz not null default now(),
  detail_seen_at timestamptz,
  search tsvector generated always as (to_tsvector('english', title)) stored,
  unique (source, mode, source_product_id)
);
create index source_product_search on source_product using gin (search);
create index source_product_profit on source_product (mode, profit desc nulls last, source_key desc);
create index source_product_cost on source_product (mode, cost_from, source_key);
create index source_product_volume on source_product (mode, order_volume desc nulls last, source_key desc);
create index source_product_category on source_product (mode, category_id, profit desc nulls last, source_key desc);
create index source_product_shipping on source_product (mode, shipping_cost, source_key);
create index source_product_time on source_product (mode, shipping_days_min, source_key);
