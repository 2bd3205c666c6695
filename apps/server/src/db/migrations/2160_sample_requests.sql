-- The key of the request that created the order here: a repeated request finds the order.
alter table sales_order add column request_key text;
create unique index sales_order_request on sales_order (workplace_id, store_id, request_key) where request_key is not null;

drop trigger audited_update on sales_order;
call audited('sales_order', 'update', 'order', 'order_id', 'name',
  'tab problems read_at store_updated_at cost cost_is_whole cost_currency archive_edit is_manual is_sample is_exchange request_key');
