-- A refund that has not been sent to the store can be withdrawn; its return goes back to where it was.
alter table order_return_refund drop constraint order_return_refund_state_check;
alter table order_return_refund add constraint order_return_refund_state_check
  check (state in ('waiting', 'sending', 'unknown', 'done', 'failed', 'withdrawn'));
drop index order_return_refund_once;
create unique index order_return_refund_once on order_return_refund (workplace_id, return_id)
  where state not in ('failed', 'withdrawn');
drop trigger order_return_refund_state_moves on order_return_refund;
create trigger order_return_refund_state_moves before update of state on order_return_refund for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending,waiting>withdrawn}'))
  execute function refuse_move('state');
drop trigger order_return_state_moves on order_return;
create trigger order_return_state_moves before update of state on order_return for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    approved>canceled,approved>exchanged,approved>received,approved>refunded,approved>refunding,approved>sent_back,
    received>closed,received>exchanged,received>refunded,received>refunding,
    refund_failed>closed,refund_failed>refunded,refund_failed>refunding,
    refunding>approved,refunding>received,refunding>refund_failed,refunding>refunded,
    requested>approved,requested>canceled,requested>rejected,
    sent_back>canceled,sent_back>received}'))
  execute function refuse_move('state');

-- Suggested for refunds, in percent of the items' price.
alter table return_setting add column restocking_percent integer not null default 0
  check (restocking_percent between 0 and 100);
alter table return_store_setting add column restocking_percent integer not null default 0
  check (restocking_percent between 0 and 100);
