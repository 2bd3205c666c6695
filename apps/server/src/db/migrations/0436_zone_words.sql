-- The words of a product beside its profit in each zone, so that a walk by profit finds them in the index, without reading the
-- product. null: too many for an entry of an index; then the product itself is asked.
create function source_zone_words(search tsvector) returns tsvector
  language sql immutable parallel safe
  return case when octet_length(strip(search)::text) <= 1500 then strip(search) end;

alter table source_shipping add column words tsvector;
-- Rows are found in the index alone only where a vacuum has passed since they were written.
alter table source_shipping set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Every row is written anew; its indexes are made afterwards, which takes a fraction of the time.
drop index source_shipping_profit;
drop index source_shipping_cost;
drop index source_shipping_days;
drop index source_shipping_band;
drop index source_shipping_category;
update source_shipping f set words = source_zone_words(p.search) from source_product p where p.source_key = f.source_key;
create index source_shipping_profit on source_shipping (zone_id, profit, source_key);
create index source_shipping_cost on source_shipping (zone_id, shipping_cost, source_key);
create index source_shipping_days on source_shipping (zone_id, days_min, source_key) where days_min is not null;
create index source_shipping_band on source_shipping (zone_id, price_band, profit, source_key) include (words);
create index source_shipping_category on source_shipping (zone_id, category_id, profit, source_key);
