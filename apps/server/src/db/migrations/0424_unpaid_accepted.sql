-- Until then an order is bought although its store says that the shopper has not paid. store_check_skipped_until is for a store
-- that does not answer.
alter table sales_order add column unpaid_accepted_until timestamptz;
