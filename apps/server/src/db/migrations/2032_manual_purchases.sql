-- Purchases that a member made at a marketplace without an API: no connection, never placed, paid or read by a job.
alter table supplier_order alter column connection_id drop not null;
alter table supplier_order add column manual boolean not null default false;
alter table supplier_order add constraint supplier_order_manual
  check (manual = (connection_id is null) and (not manual or state in ('placed', 'cancelled')));
create index supplier_order_manual_number on supplier_order (workplace_id, supplier, source_order_no) where manual;

drop trigger audited_insert on supplier_order;
drop trigger audited_update on supplier_order;
call audited('supplier_order', 'insert or update', 'supplier_order', 'supplier_order_id', 'reference',
  'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts pay_requested_at manual');

-- record: a member bought the line at a marketplace. unrecord: that purchase came to nothing, and the line has no supplier.
drop trigger order_line_state_moves on order_line;
create trigger order_line_state_moves before update of state on order_line for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    blocked>cancelled,blocked>manual,blocked>placed,blocked>placing,blocked>ready,blocked>unmapped,
    cancelled>manual,cancelled>ready,cancelled>unmapped,
    manual>cancelled,manual>placed,manual>ready,manual>shipped,manual>unmapped,
    placed>blocked,placed>delivered,placed>ready,placed>shipped,placed>unmapped,
    placing>blocked,placing>cancelled,placing>placed,placing>ready,
    ready>blocked,ready>cancelled,ready>manual,ready>placed,ready>placing,ready>unmapped,
    shipped>delivered,
    unmapped>cancelled,unmapped>manual,unmapped>placed,unmapped>ready}'))
  execute function refuse_move('state');
