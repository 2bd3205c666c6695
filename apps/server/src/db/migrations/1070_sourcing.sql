-- Suppliers' products, the same for every workplace (global), with the time each was read.
create table source_category (
  source text not null,
  category_id text not null,
  parent_id text,
  name text not null,
  position integer not null default 0,
  primary key (source, category_id)
);

-- The words a product is found by: those of its title, those of its category with less weight, and two tokens for its price band
-- and category, so that one index serves words and filters together without reading rows.
create function source_words(title text, category_path text[], category_id text, price_band integer) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('english'::regconfig, title), 'A')
    || setweight(to_tsvector('english'::regconfig, array_to_string(category_path, ' ')), 'B')
    || array_to_tsvector(array['@band=' || price_band, '@category=' || coalesce(category_id, '')]);

-- The price bands of product search by their number, as in rules/bands.ts.
create function source_price_band(cost bigint) returns integer
  language sql immutable parallel safe
  return case when cost < 1000 then 0 when cost < 3000 then 1 when cost < 5000 then 2 when cost <= 10000 then 3 else 4 end;

-- The words to store beside a product's shipping. Null: too many for an index entry; the search reads the product instead.
create function source_zone_words(search tsvector) returns tsvector
  language sql immutable parallel safe
  return case when octet_length(strip(search)::text) <= 1500 then strip(search) end;

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
  -- The supplier's suggested price, and the price an import sets: the suggested one, or that of our own rule.
  rsp bigint,
  suggested bigint not null,
  rating real,
  reviews_count integer,
  order_volume integer,
  listings_count integer,
  ship_countries text[] not null default '{}',
  total_variants integer not null default 1,
  store_name text,
  product_url text,
  detail_status text not null default 'none' check (detail_status in ('none', 'partial', 'full')),
  detail jsonb,
  seen_at timestamptz not null default now(),
  detail_seen_at timestamptz,
  search tsvector generated always as (source_words(title, category_path, category_id, source_price_band(cost_from))) stored,
  -- Products of unknown volume sort last.
  volume_order integer not null generated always as (coalesce(order_volume, -1)) stored,
  price_band smallint not null generated always as (source_price_band(cost_from)) stored,
  -- What decides the collections of a product, as far as its supplier says (null: unknown). The conditions are those of
  -- features/sourcing/rules/collections.ts; each has its index below.
  made_in text,
  ships_from text[],
  free_shipping_to text[],
  fastest_us_days integer,
  trending boolean,
  unique (source, mode, source_product_id)
);
-- Values that lists do not show are stored outside the row, so that scanning many rows stays cheap.
alter table source_product alter column detail set storage external, alter column search set storage main,
  alter column title set storage main, alter column image_urls set storage main, alter column category_path set storage main,
  alter column ship_countries set storage main, alter column product_url set storage main,
  alter column ships_from set storage main, alter column free_shipping_to set storage main;
alter table source_product set (toast_tuple_target = 512);
alter table source_product alter column search set statistics 1000;
create index source_product_search on source_product using gin (search);
-- A search walks one of these in either direction and stops when its page is full.
create index source_product_cost on source_product (mode, cost_from, source_key);
create index source_product_volume on source_product (mode, volume_order, source_key);
create index source_product_category_cost on source_product (mode, category_id, cost_from, source_key);
create index source_product_trending on source_product (mode, volume_order, source_key)
  where trending or order_volume > 10000;
create index source_product_fastest_us on source_product (mode, volume_order, source_key)
  where ships_from @> '{US}'::text[] and coalesce(fastest_us_days, 0) <= 3;
create index source_product_free_us on source_product (mode, volume_order, source_key)
  where free_shipping_to @> '{US}'::text[];
create index source_product_made_us on source_product (mode, volume_order, source_key)
  where made_in = 'US';

-- A price zone: the countries that a supplier ships to at the same prices.
create table source_zone (
  zone_id integer generated always as identity primary key,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  -- Price scope: 'operator', or the connection of an owner's own supplier account.
  asked_as text not null,
  -- The supplier's name of the zone. Zones that we learned hold one country and are named after it.
  code text not null,
  is_learned boolean not null,
  countries text[] not null,
  seen_at timestamptz not null,
  -- The price list that the zone's prices were read from. When the supplier's differs, they are deleted and read again.
  price_list text,
  unique (source, mode, asked_as, code)
);

-- The cheapest shipping of one unit of a product's cheapest variant to a zone, and the profit at the suggested price. Without a row
-- they are unknown. Category, price band and words are copied here so that a search by profit can filter inside one index.
create table source_shipping (
  zone_id integer not null,
  source_key uuid not null,
  price_band smallint not null,
  shipping_cost bigint not null,
  profit bigint not null,
  days_min integer,
  days_max integer,
  category_id text,
  words tsvector,
  seen_at timestamptz not null,
  -- Includes the profit, so that products found by their words are sorted without reading a row for each.
  primary key (source_key, zone_id) include (profit),
  foreign key (zone_id) references source_zone on delete cascade
);
create index source_shipping_profit on source_shipping (zone_id, profit, source_key);
create index source_shipping_cost on source_shipping (zone_id, shipping_cost, source_key);
create index source_shipping_days on source_shipping (zone_id, days_min, source_key) where days_min is not null;
create index source_shipping_band on source_shipping (zone_id, price_band, profit, source_key) include (words);
create index source_shipping_category on source_shipping (zone_id, category_id, profit, source_key);
-- Index-only scans work for pages that were vacuumed since their last write.
alter table source_shipping set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- When a source was last asked a question, and how much of its catalogue was read (kind feed).
create table source_question (
  source text not null,
  mode text not null,
  kind text not null check (kind in ('search', 'feed', 'categories')),
  question text not null,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  progress jsonb,
  -- Why the source did not answer, while it is retried: a message key, with nothing that identifies who asked.
  error_key text,
  primary key (source, mode, kind, question)
);

-- Shipping quotes, valid for ten minutes. `asked_as` separates the prices of owners' own supplier accounts.
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
