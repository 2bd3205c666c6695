-- Requests to suppliers for a refund or a replacement. Amounts are in minor units of `currency`.
create table refund_request (
  workplace_id uuid not null,
  refund_request_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  supplier_order_id uuid not null,
  -- Null: of a purchase at a marketplace, which has no API.
  connection_id uuid,
  supplier text not null,
  order_no text not null default '',
  type text not null check (type in ('refund', 'replacement')),
  reason text not null check (reason in ('item_not_received', 'item_not_as_described', 'defective_item', 'damaged_item')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  description text not null,
  requested_by text not null,
  -- The idempotency key of the request.
  request_key text not null,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'rejected', 'completed', 'withdrawn')),
  -- What the supplier agreed to refund, what came of it, and what its order had been refunded or promised before.
  agreed bigint check (agreed >= 0),
  received bigint check (received >= 0),
  credited_before bigint not null default 0,
  answer text,
  answered_at timestamptz(3),
  closed_at timestamptz(3),
  -- Opening it through the supplier's API. not_needed: people send it.
  via text not null check (via in ('supplier', 'manual')),
  send_state text not null check (send_state in ('not_needed', 'requested', 'sending', 'unknown', 'sent', 'failed')),
  send_attempts integer not null default 0,
  send_sent_at timestamptz,
  -- The supplier's id of the dispute, and when it was read last.
  dispute_id text,
  checked_at timestamptz,
  error_key text,
  error_params jsonb,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, refund_request_id),
  unique (workplace_id, request_key),
  foreign key (workplace_id, supplier_order_id) references supplier_order
);
create index refund_request_of on refund_request (workplace_id, order_id);
create index refund_request_state on refund_request (workplace_id, state, refund_request_id desc);
create index refund_request_sent on refund_request (workplace_id, connection_id, checked_at)
  where send_state = 'sent' and state = 'pending';
create index refund_request_open on refund_request (workplace_id, next_attempt_at)
  where send_state in ('requested', 'sending', 'unknown');
call tenant_table('refund_request');
call store_wall('refund_request');
call audited('refund_request', 'insert or update', 'refund_request', 'refund_request_id', 'order_no',
  'order_id store_id supplier_order_id connection_id request_key requested_by description answer answered_at closed_at credited_before via send_state send_attempts send_sent_at dispute_id checked_at error_key error_params order_no');

create table refund_request_line (
  workplace_id uuid not null,
  refund_request_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (workplace_id, refund_request_id, line_id),
  foreign key (workplace_id, refund_request_id) references refund_request
);
create index refund_request_line_of on refund_request_line (workplace_id, order_id);
call tenant_table('refund_request_line');

-- Photos that support a request. The file itself may have been erased.
create table refund_request_photo (
  workplace_id uuid not null,
  refund_request_id uuid not null,
  file_id uuid not null,
  order_id uuid not null,
  primary key (workplace_id, refund_request_id, file_id),
  foreign key (workplace_id, refund_request_id) references refund_request
);
create index refund_request_photo_of on refund_request_photo (workplace_id, order_id);
call tenant_table('refund_request_photo');

create trigger refund_request_state_moves before update of state on refund_request for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    accepted>completed,
    pending>accepted,pending>completed,pending>rejected,pending>withdrawn,
    rejected>accepted}'))
  execute function refuse_move('state');
create trigger refund_request_send_state_moves before update of send_state on refund_request for each row
  when (old.send_state is distinct from new.send_state and old.send_state || '>' || new.send_state <> all ('{
    failed>not_needed,failed>requested,
    requested>not_needed,requested>sending,
    sending>failed,sending>requested,sending>sent,sending>unknown,
    unknown>sending}'))
  execute function refuse_move('send_state');

-- What a supplier agreed to refund for a request is expected too.
alter table expected_refund drop constraint expected_refund_reason_check;
alter table expected_refund add constraint expected_refund_reason_check check (reason in ('cancelled', 'refused_items', 'request'));
