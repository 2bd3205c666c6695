-- As 0406 does, for pushes, for what stores are told of parcels, for top-ups and for events of payment providers.
create trigger listing_state_moves before update of state on listing for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    failed>queued,failed>removed,
    listed>failed,listed>queued,
    pushing>failed,pushing>listed,pushing>queued,pushing>unknown,
    queued>pushing,
    unknown>pushing}'))
  execute function refuse_move('state');
create trigger shipment_report_state_moves before update of report_state on shipment for each row
  when (old.report_state is distinct from new.report_state and old.report_state || '>' || new.report_state <> all ('{
    failed>waiting,
    not_needed>waiting,
    sending>failed,sending>not_needed,sending>sent,sending>unknown,sending>waiting,
    sent>waiting,
    unknown>sending,
    waiting>sending}'))
  execute function refuse_move('report_state');
create trigger topup_state_moves before update of state on topup for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    open>expired,open>paid,
    requested>failed,requested>open,requested>unknown,
    unknown>open,unknown>requested}'))
  execute function refuse_move('state');
create trigger payment_event_state_moves before update of state on payment_event for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    received>ignored,received>set_aside,received>worked,
    set_aside>ignored,set_aside>worked}'))
  execute function refuse_move('state');
