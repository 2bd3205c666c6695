-- A change of state that no table of moves declares fails, whichever statement makes it. The pairs are those of the tables in
-- features/*/rules; packages/testing/src/db/state-moves.ts writes these statements and a test compares the two.
create function refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '%.%: % may not become %', tg_table_name, tg_argv[0], to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]
    using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
end $$;

create trigger order_line_state_moves before update of state on order_line for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    blocked>cancelled,blocked>manual,blocked>placing,blocked>ready,blocked>unmapped,
    cancelled>manual,cancelled>ready,cancelled>unmapped,
    manual>cancelled,manual>ready,manual>shipped,manual>unmapped,
    placed>blocked,placed>delivered,placed>ready,placed>shipped,
    placing>blocked,placing>cancelled,placing>placed,placing>ready,
    ready>blocked,ready>cancelled,ready>manual,ready>placing,ready>unmapped,
    shipped>delivered,
    unmapped>cancelled,unmapped>manual,unmapped>ready}'))
  execute function refuse_move('state');
create trigger supplier_order_state_moves before update of state on supplier_order for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    placed>cancelled,
    placing>cancelled,placing>failed,placing>placed,placing>requested,placing>unknown,
    requested>cancelled,requested>placing,
    unknown>placing}'))
  execute function refuse_move('state');
create trigger supplier_order_pay_state_moves before update of pay_state on supplier_order for each row
  when (old.pay_state is distinct from new.pay_state and old.pay_state || '>' || new.pay_state <> all ('{
    failed>paid,failed>requested,
    paid>refunded,
    paying>failed,paying>paid,paying>requested,paying>unknown,paying>unpaid,
    requested>failed,requested>paid,requested>paying,requested>unpaid,
    unknown>paying,
    unpaid>failed,unpaid>paid,unpaid>requested}'))
  execute function refuse_move('pay_state');
create trigger shipment_state_moves before update of state on shipment for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    available_for_pickup>delivered,available_for_pickup>delivery_failure,available_for_pickup>exception,available_for_pickup>expired,available_for_pickup>in_transit,available_for_pickup>info_received,available_for_pickup>out_for_delivery,
    delivery_failure>available_for_pickup,delivery_failure>delivered,delivery_failure>exception,delivery_failure>expired,delivery_failure>in_transit,delivery_failure>info_received,delivery_failure>out_for_delivery,
    exception>available_for_pickup,exception>delivered,exception>delivery_failure,exception>expired,exception>in_transit,exception>info_received,exception>out_for_delivery,
    expired>available_for_pickup,expired>delivered,expired>delivery_failure,expired>exception,expired>in_transit,expired>info_received,expired>out_for_delivery,
    in_transit>available_for_pickup,in_transit>delivered,in_transit>delivery_failure,in_transit>exception,in_transit>expired,in_transit>info_received,in_transit>out_for_delivery,
    info_received>available_for_pickup,info_received>delivered,info_received>delivery_failure,info_received>exception,info_received>expired,info_received>in_transit,info_received>out_for_delivery,
    not_found>available_for_pickup,not_found>delivered,not_found>delivery_failure,not_found>exception,not_found>expired,not_found>in_transit,not_found>info_received,not_found>out_for_delivery,
    out_for_delivery>available_for_pickup,out_for_delivery>delivered,out_for_delivery>delivery_failure,out_for_delivery>exception,out_for_delivery>expired,out_for_delivery>in_transit,out_for_delivery>info_received}'))
  execute function refuse_move('state');
create trigger purchase_state_moves before update of state on warehouse.purchase for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    created>cancelled,created>paid,
    paid>cancelled,paid>processing,paid>shipped,
    processing>cancelled,processing>shipped,
    shipped>delivered}'))
  execute function refuse_move('state');
