-- A new supplier order is half of what an order leaves in the activity log. Ids that only name what the entry names anyway, and the quote that
-- `quoted_shipping` and `shipping_method` sum up, are left out of it (docs/decisions/0463).
drop trigger audited_insert on supplier_order;
drop trigger audited_update on supplier_order;
call audited('supplier_order', 'insert or update', 'supplier_order', 'supplier_order_id', 'reference',
  'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts pay_requested_at manual all_sent supplier_order_id placement_id connection_id shipping_quote');
