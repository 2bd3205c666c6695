-- An alarm before the claim window of a supplier order closes. `subject_id` is the supplier order's id.
alter table shipment_alarm drop constraint shipment_alarm_kind_check;
alter table shipment_alarm add constraint shipment_alarm_kind_check check (kind in
  ('no_number', 'no_scan', 'no_movement', 'wrong_country', 'delivery_problem', 'pickup_ending', 'claim_ending'));

-- Days before the window closes.
alter table tracking_setting add column claim_days integer not null default 3 check (claim_days between 1 and 90);

-- Requests that the supplier declined to take: their items still wait for a claim.
create index refund_request_unsent on refund_request (workplace_id, refund_request_id)
  where send_state = 'failed' and state = 'pending';
