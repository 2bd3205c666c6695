-- Returns and exchanges of customers.
create table order_return (
  workplace_id uuid not null,
  return_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  -- What the customer writes on the parcel.
  name text not null,
  order_name text not null,
  kind text not null check (kind in ('refund', 'exchange')),
  reason text not null check (reason in ('changed_mind', 'wrong_size', 'not_as_described', 'wrong_item', 'defective', 'damaged',
    'arrived_late', 'other')),
  state text not null default 'requested' check (state in ('requested', 'approved', 'sent_back', 'received', 'refunding',
    'refund_failed', 'refunded', 'exchanged', 'rejected', 'canceled', 'closed')),
  customer_note text not null default '',
  customer_keeps boolean not null default false,
  -- Who allowed a request after the window.
  outside_window_by text,
  -- As the customer was sent it.
  address jsonb,
  instructions text not null default '',
  send_back_by timestamptz(3),
  carrier text,
  tracking_number text,
  decision_note text,
  exchange_order_id uuid,
  request_key text not null,
  requested_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (workplace_id, return_id),
  unique (workplace_id, request_key),
  foreign key (workplace_id, order_id) references sales_order,
  constraint order_return_exchanged check ((state = 'exchanged') = (exchange_order_id is not null))
);
create index order_return_of on order_return (workplace_id, order_id);
create index order_return_state on order_return (workplace_id, state, return_id desc);
create index order_return_store on order_return (workplace_id, store_id, return_id desc);
create index order_return_open on order_return (workplace_id, store_id)
  where state in ('requested', 'approved', 'sent_back', 'received', 'refunding', 'refund_failed');
create index order_return_exchange on order_return (workplace_id, exchange_order_id) where exchange_order_id is not null;
call tenant_table('order_return');
call store_wall('order_return');
call audited('order_return', 'insert or update', 'return', 'return_id', 'name',
  'order_id store_id name order_name kind reason request_key requested_by customer_note address instructions decision_note exchange_order_id updated_at ended_at');
create trigger order_return_state_moves before update of state on order_return for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    approved>canceled,approved>exchanged,approved>received,approved>refunded,approved>refunding,approved>sent_back,
    received>closed,received>exchanged,received>refunded,received>refunding,
    refund_failed>closed,refund_failed>refunded,refund_failed>refunding,
    refunding>refund_failed,refunding>refunded,
    requested>approved,requested>canceled,requested>rejected,
    sent_back>canceled,sent_back>received}'))
  execute function refuse_move('state');

create table order_return_line (
  workplace_id uuid not null,
  return_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  quantity integer not null check (quantity > 0),
  received integer check (received between 0 and quantity),
  disposition text check (disposition in ('supplier', 'resale', 'discarded')),
  primary key (workplace_id, return_id, line_id),
  foreign key (workplace_id, return_id) references order_return,
  check (disposition is null or received > 0)
);
create index order_return_line_of on order_return_line (workplace_id, order_id);
call tenant_table('order_return_line');

-- A refund of a return, made in its store exactly once. Its id is the store's reference.
create table order_return_refund (
  workplace_id uuid not null,
  refund_id uuid not null,
  return_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  order_name text not null,
  method text not null check (method in ('gateway', 'recorded', 'outside')),
  amount bigint not null check (amount > 0),
  currency text not null,
  restock boolean not null default false,
  note text not null default '',
  requested_by text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'unknown', 'done', 'failed')),
  reference text,
  attempts integer not null default 0,
  sent_at timestamptz,
  error_key text,
  error_params jsonb,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  done_at timestamptz(3),
  primary key (workplace_id, refund_id),
  foreign key (workplace_id, return_id) references order_return
);
-- A return is refunded at most once.
create unique index order_return_refund_once on order_return_refund (workplace_id, return_id) where state <> 'failed';
create index order_return_refund_of on order_return_refund (workplace_id, order_id);
create index order_return_refund_return on order_return_refund (workplace_id, return_id, refund_id desc);
create index order_return_refund_open on order_return_refund (workplace_id, next_attempt_at)
  where state in ('waiting', 'sending', 'unknown');
call tenant_table('order_return_refund');
call store_wall('order_return_refund');
call audited('order_return_refund', 'insert', 'return', 'return_id', 'order_name',
  'return_id order_id store_id order_name method restock note requested_by state reference attempts sent_at error_key error_params done_at');
create trigger order_return_refund_state_moves before update of state on order_return_refund for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending}'))
  execute function refuse_move('state');

-- Where customers send items back. The address of the items' supplier comes first, then that of the store.
create table return_address (
  workplace_id uuid not null,
  return_address_id uuid not null,
  store_id uuid,
  source text,
  address jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, return_address_id),
  check (store_id is null or source is null)
);
create unique index return_address_one on return_address (workplace_id, coalesce(store_id::text, ''), coalesce(source, ''));
call tenant_table('return_address');
call store_wall_or_none('return_address');
call audited('return_address', 'insert or update or delete', 'return_setting', 'return_address_id', 'return_address_id',
  'return_address_id store_id source updated_at');

create table return_setting (
  workplace_id uuid primary key,
  window_days integer not null check (window_days > 0),
  send_back_days integer not null check (send_back_days > 0),
  keep_below bigint check (keep_below >= 0),
  keep_currency text,
  instructions text not null default ''
);
call tenant_table('return_setting');
call audited('return_setting', 'insert or update', 'return_setting', 'workplace_id', 'workplace_id', '');

create table return_store_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  window_days integer not null check (window_days > 0),
  send_back_days integer not null check (send_back_days > 0),
  keep_below bigint check (keep_below >= 0),
  keep_currency text,
  instructions text not null default '',
  primary key (workplace_id, store_id)
);
call tenant_table('return_store_setting');
call store_wall('return_store_setting');
call audited('return_store_setting', 'insert or update or delete', 'return_setting', 'store_id', 'store_id', 'store_id');

-- Orders that replace returned items: no sale of their own.
alter table sales_order add column is_exchange boolean not null default false
  check (not is_exchange or (is_manual and not is_sample));
drop trigger audited_update on sales_order;
call audited('sales_order', 'update', 'order', 'order_id', 'name',
  'tab problems read_at store_updated_at cost cost_is_whole cost_currency archive_edit is_manual is_sample is_exchange');

-- Emails to shoppers about a return, one of each kind.
alter table shopper_mail alter column shipment_id drop not null;
alter table shopper_mail add column return_id uuid;
alter table shopper_mail drop constraint shopper_mail_kind_check;
alter table shopper_mail add constraint shopper_mail_kind_check check (kind in ('shipped', 'out_for_delivery', 'delivered',
  'problem', 'return_approved', 'return_rejected', 'return_refunded'));
alter table shopper_mail add constraint shopper_mail_subject check ((shipment_id is null) <> (return_id is null));
create unique index shopper_mail_return on shopper_mail (workplace_id, return_id, kind) where return_id is not null;
