-- Facts of suppliers' products, the same for every workplace (global), each with the time it was seen.
create table source_category (
  source text not null,
  category_id text not null,
  parent_id text,
  name text not null,
  position integer not null default 0,
  primary key (source, category_id)
);

-- What a product is found by: the words of its title, more weakly those of its category, and two marks of ours (its price
-- band and its category), so that one index answers for words and marks together without reading rows.
create function source_words(title text, category_path text[], category_id text, price_band integer) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('english'::regconfig, title), 'A')
    || setweight(to_tsvector('english'::regconfig, array_to_string(category_path, ' ')), 'B')
    || array_to_tsvector(array['@band=' || price_band, '@category=' || coalesce(category_id, '')]);

-- The price bands of find-product, by their number; the same as in rules/bands.ts.
create function source_price_band(cost bigint) returns integer
  language sql immutable parallel safe
  return case when cost < 1000 then 0 when cost < 3000 then 1 when cost < 5000 then 2 when cost <= 10000 then 3 else 4 end;

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
  -- What the supplier suggests to sell it for, and what an import would set: that, or our own rule's price.
  rsp bigint,
  suggested bigint not null,
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
  search tsvector generated always as (source_words(title, category_path, category_id, source_price_band(cost_from))) stored,
  -- What is unknown stands last in the order people ask for: least profit, least sold, dearest and slowest to ship.
  profit bigint generated always as (suggested - cost_from - shipping_cost) stored,
  profit_order bigint not null generated always as (coalesce(suggested - cost_from - shipping_cost, -9000000000000000)) stored,
  volume_order integer not null generated always as (coalesce(order_volume, -1)) stored,
  shipping_cost_order bigint not null generated always as (coalesce(shipping_cost, 9000000000000000)) stored,
  shipping_days_order integer not null generated always as (coalesce(shipping_days_min, 100000)) stored,
  price_band smallint not null generated always as (source_price_band(cost_from)) stored,
  unique (source, mode, source_product_id)
);
-- Facts that a list does not show lie beside the row, so that a walk over many rows stays light.
alter table source_product alter column detail set storage external, alter column search set storage main,
  alter column title set storage main, alter column image_urls set storage main, alter column category_path set storage main,
  alter column ship_countries set storage main, alter column product_url set storage main;
alter table source_product set (toast_tuple_target = 512);
-- The search walks one of these and stops at the page's end; read backwards they serve the other direction.
create index source_product_search on source_product using gin (search);
create index source_product_profit on source_product (mode, profit_order, source_key);
create index source_product_cost on source_product (mode, cost_from, source_key);
create index source_product_volume on source_product (mode, volume_order, source_key);
create index source_product_shipping on source_product (mode, shipping_cost_order, source_key);
create index source_product_time on source_product (mode, shipping_days_order, source_key);
create index source_product_band on source_product (mode, price_band, profit_order, source_key);
create index source_product_category on source_product (mode, category_id, profit_order, source_key);
create index source_product_category_cost on source_product (mode, category_id, cost_from, source_key);
alter table source_product alter column search set statistics 1000;

-- When a question was last put to a source that is asked on demand, and how far its catalogue was read (kind feed).
create table source_question (
  source text not null,
  mode text not null,
  kind text not null check (kind in ('search', 'feed', 'categories')),
  question text not null,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  progress jsonb,
  primary key (source, mode, kind, question)
);

-- Shipping quotes, good for ten minutes. `asked_as` keeps prices of an owner's own account apart from the others'.
create table source_quote (
  source text not null,
  mode text not null,
  asked_as text not null,
  question text not null,
  options jsonb not null,
  quoted_at timestamptz not null,
  primary key (source, mode, asked_as, question)
);
create index source_quote_old on source_quote (quoted_at);
