-- Until then an order is bought although its store does not confirm it: a person decided so.
alter table sales_order add column store_check_skipped_until timestamptz;
