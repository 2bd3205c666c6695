-- A request that people send never becomes work for a job, and one that was sent has the id of its dispute.
alter table refund_request add constraint refund_request_sent_by check (via = 'supplier' or send_state = 'not_needed');
alter table refund_request add constraint refund_request_dispute check (send_state <> 'sent' or dispute_id is not null);

-- A declined request is sent again only while its answer is open: the supplier would decide it a second time.
create trigger refund_request_resend before update of send_state on refund_request for each row
  when (old.send_state = 'failed' and new.send_state = 'requested' and new.state <> 'pending')
  execute function refuse_move('send_state');
