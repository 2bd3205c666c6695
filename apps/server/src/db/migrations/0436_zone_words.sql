-- The words of a product beside its profit in each zone, so that a walk by profit finds them in the index, without reading the
-- product. null: too many for an entry of an index; then the product itself is asked.
create function source_zone_words(search tsvector) returns tsvector
  language sql immutable parallel safe
  return case when octet_length(strip(search)::text) <= 1500 then strip(search) end;

-- Every row is written anew, into a table without what the old ones leave behind; it gets its indexes when it is filled.
alter table source_shipping rename to source_shipping_before;
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
  seen_at timestamptz not null
);
insert into source_shipping
  select f.zone_id, f.source_key, f.price_band, f.shipping_cost, f.profit, f.days_min, f.days_max, f.category_id,
    source_zone_words(p.search), f.seen_at
  from source_shipping_before f left join source_product p on p.source_key = f.source_key;
drop table source_shipping_before;
-- With the profit, so that products that were found by their words are sorted without reading a row of this table for each.
alter table source_shipping add primary key (source_key, zone_id) include (profit),
  add foreign key (zone_id) references source_zone on delete cascade;
create index source_shipping_profit on source_shipping (zone_id, profit, source_key);
create index source_shipping_cost on source_shipping (zone_id, shipping_cost, source_key);
create index source_shipping_days on source_shipping (zone_id, days_min, source_key) where days_min is not null;
create index source_shipping_band on source_shipping (zone_id, price_band, profit, source_key) include (words);
create index source_shipping_category on source_shipping (zone_id, category_id, profit, source_key);
-- An index answers alone only for pages that a vacuum has seen since they were written.
alter table source_shipping set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
