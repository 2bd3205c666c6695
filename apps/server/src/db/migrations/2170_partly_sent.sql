-- Sent supplier orders are checked for items that are in no parcel until this says that none is missing.
alter table supplier_order add column all_sent boolean not null default false;
create index supplier_order_partly_sent on supplier_order (workplace_id, supplier_order_id)
  where state = 'placed' and pay_state = 'paid' and shipped_at is not null and not all_sent;

drop trigger audited_insert on supplier_order;
drop trigger audited_update on supplier_order;
call audited('supplier_order', 'insert or update', 'supplier_order', 'supplier_order_id', 'reference',
  'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts pay_requested_at manual all_sent');
