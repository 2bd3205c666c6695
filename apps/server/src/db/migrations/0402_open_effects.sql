-- What of a workplace's work at other sides is open, by effect, as the last sweep found it: {"placing": {"rows": 2, "since": "..."}}.
alter table open_work_directory add column open jsonb not null default '{}';

-- Since when a payment is asked for; null: from before this was noted.
alter table supplier_order add column pay_requested_at timestamptz;
drop trigger audited_insert on supplier_order;
drop trigger audited_update on supplier_order;
call audited('supplier_order', 'insert or update', 'supplier_order', 'supplier_order_id', 'reference',
  'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts pay_requested_at');
