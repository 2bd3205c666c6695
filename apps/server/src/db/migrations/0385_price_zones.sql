-- Shipping prices are kept by price zone: the countries to which a supplier ships at the same prices.
create table source_zone (
  zone_id integer generated always as identity primary key,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  -- Whose prices these are: 'operator', or the connection of an owner's own account (see source_quote).
  asked_as text not null,
  -- The supplier's name of the zone. Learned zones hold one country and are named after it.
  code text not null,
  is_learned boolean not null,
  countries text[] not null,
  seen_at timestamptz not null,
  unique (source, mode, asked_as, code)
);

-- The cheapest shipping of one piece of a product's cheapest variant to a zone, and what is left of the suggested price.
-- Without a row it is unknown. Category and price band are repeated so that a walk by profit can begin within them.
create table source_shipping (
  zone_id integer not null references source_zone on delete cascade,
  source_key uuid not null,
  price_band smallint not null,
  shipping_cost bigint not null,
  profit bigint not null,
  days_min integer,
  days_max integer,
  category_id text,
  seen_at timestamptz not null,
  primary key (source_key, zone_id)
);
create index source_shipping_profit on source_shipping (zone_id, profit, source_key);
create index source_shipping_cost on source_shipping (zone_id, shipping_cost, source_key);
create index source_shipping_days on source_shipping (zone_id, days_min, source_key) where days_min is not null;
create index source_shipping_band on source_shipping (zone_id, price_band, profit, source_key);
create index source_shipping_category on source_shipping (zone_id, category_id, profit, source_key);

-- The figures of source_product were those of the cheapest country, whichever it was. They are no longer read or written.
drop index source_product_profit;
drop index source_product_shipping;
drop index source_product_time;
drop index source_product_band;
drop index source_product_category;
drop index source_product_free_us;
drop index source_product_made_us;
create index source_product_free_us on source_product (mode, volume_order, source_key)
  where free_shipping_to @> '{US}'::text[];
create index source_product_made_us on source_product (mode, volume_order, source_key)
  where made_in = 'US';

-- Until a catalogue was read whole once more, every figure of its products is unknown.
update source_question set progress = null where kind = 'feed';
