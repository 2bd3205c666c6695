-- What decides which collections a product belongs to, as far as its supplier told (null: not told). See
-- features/sourcing/rules/collections.ts, which holds the same conditions; an index serves each walk.
alter table source_product
  add column made_in text,
  add column ships_from text[],
  add column free_shipping_to text[],
  add column fastest_us_days integer,
  add column trending boolean;
alter table source_product alter column ships_from set storage main, alter column free_shipping_to set storage main;
create index source_product_trending on source_product (mode, volume_order, source_key)
  where trending or order_volume > 10000;
create index source_product_fastest_us on source_product (mode, volume_order, source_key)
  where ships_from @> '{US}'::text[] and coalesce(fastest_us_days, 0) <= 3;
create index source_product_free_us on source_product (mode, profit_order, source_key)
  where free_shipping_to @> '{US}'::text[];
create index source_product_made_us on source_product (mode, profit_order, source_key)
  where made_in = 'US';

-- Catalogues that were read before are read whole once more, so that their products get these facts.
update source_question set progress = null where kind = 'feed';

-- The same at our own warehouse, which tells them. Its shelves are brought up to date where nothing says where it is made.
alter table warehouse.product
  add column made_in text,
  add column free_shipping_to text[] not null default '{}';
