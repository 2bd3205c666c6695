-- One purchase at one supplier for one shopper's order. `reference` is the idempotency key the supplier knows it by.
create table supplier_order (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  connection_id uuid not null,
  supplier text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  reference text not null,
  state text not null check (state in ('requested', 'placing', 'unknown', 'placed', 'failed', 'cancelled')),
  pay_state text not null default 'unpaid' check (pay_state in ('unpaid', 'requested', 'paying', 'unknown', 'paid', 'failed', 'refunded')),
  payer text not null check (payer in ('wallet', 'own-account')),
  source_order_no text,
  -- null: the cheapest, chosen when the supplier is asked.
  shipping_method text,
  shipping_quote jsonb,
  address jsonb not null,
  currency text not null default 'USD',
  quoted_items bigint,
  quoted_shipping bigint,
  items_cost bigint,
  shipping_cost bigint,
  total_cost bigint,
  -- The process that asked for it; supplier orders of one order and one request are paid together or not at all.
  placement_id uuid not null,
  pay_automatically boolean not null default false,
  pay_process_id uuid,
  -- The idempotency key of one payment. A refused payment that is asked for again is another one: pay_round counts.
  payment_reference text,
  pay_round integer not null default 0,
  -- The exact amount that was agreed to and set aside.
  pay_amount bigint,
  payment_id text,
  remote_state text,
  error_key text,
  error_params jsonb,
  -- Calls that may have had an effect: how many, and when the last one was sent.
  attempts integer not null default 0,
  sent_at timestamptz,
  pay_attempts integer not null default 0,
  pay_sent_at timestamptz,
  -- Pauses after which a call is tried again, counted for growing pauses.
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The one worker that may call out for this row now; the lease ends by itself when that worker dies.
  claimed_by uuid,
  claimed_until timestamptz,
  synced_at timestamptz,
  sync_process_id uuid,
  sync_state text check (sync_state in ('processing', 'success', 'error')),
  sync_error_key text,
  placed_at timestamptz,
  paid_at timestamptz,
  shipped_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, order_id) references sales_order,
  foreign key (workplace_id, connection_id) references supplier_connection
);
create unique index supplier_order_reference on supplier_order (workplace_id, reference);
create index supplier_order_of on supplier_order (workplace_id, order_id);
create index supplier_order_remote on supplier_order (workplace_id, connection_id, source_order_no);
create index supplier_order_pay on supplier_order (workplace_id, pay_state, supplier_order_id desc) where state = 'placed';
create index supplier_order_to_ship on supplier_order (workplace_id, supplier_order_id desc) where state = 'placed' and pay_state = 'paid' and shipped_at is null;
create index supplier_order_open on supplier_order (workplace_id, next_attempt_at) where state in ('requested', 'placing', 'unknown') or pay_state in ('requested', 'paying', 'unknown');
create index supplier_order_placement on supplier_order (workplace_id, placement_id, supplier_order_id);
create index supplier_order_pay_process on supplier_order (workplace_id, pay_process_id) where pay_process_id is not null;
create index supplier_order_sync on supplier_order (workplace_id, sync_process_id) where sync_process_id is not null;
call tenant_table('supplier_order');

create table supplier_order_line (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  source_product_id text not null,
  source_variant_id text not null,
  sku text not null,
  quantity integer not null,
  unit_cost bigint,
  primary key (workplace_id, supplier_order_id, line_id),
  foreign key (workplace_id, supplier_order_id) references supplier_order
);
create index supplier_order_line_of on supplier_order_line (workplace_id, order_id, line_id);
call tenant_table('supplier_order_line');

-- What suppliers answered when asked for shipping and stock of a set of lines; asked by a job, read by screens.
create table supplier_quote (
  workplace_id uuid not null,
  connection_id uuid not null,
  question text not null,
  ask jsonb not null,
  state text not null check (state in ('asking', 'known', 'failed')),
  options jsonb,
  stock jsonb,
  error_key text,
  error_params jsonb,
  order_ids uuid[] not null default '{}',
  asked_at timestamptz not null default now(),
  known_at timestamptz,
  primary key (workplace_id, connection_id, question)
);
create index supplier_quote_old on supplier_quote (workplace_id, asked_at);
call tenant_table('supplier_quote');

create table purchasing_setting (
  workplace_id uuid not null primary key,
  payment_behavior text not null default 'default' check (payment_behavior in ('default', 'popup'))
);
call tenant_table('purchasing_setting');

-- Global: workplaces that may have work under way with suppliers or stores, for the sweep that finds lost jobs.
create table open_work_directory (
  workplace_id uuid primary key,
  account_id uuid not null,
  marked_at timestamptz not null default now()
);

-- A parcel. `report_state` follows its being told to the store, once.
create table shipment (
  workplace_id uuid not null,
  shipment_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  supplier_order_id uuid,
  source text,
  source_order_no text,
  remote_parcel_id text not null,
  carrier text,
  tracking_number text collate "C" not null,
  tracking_url text,
  state text not null check (state in ('not_found', 'info_received', 'in_transit', 'available_for_pickup', 'out_for_delivery', 'delivered', 'expired', 'delivery_failure', 'exception')),
  report_state text not null check (report_state in ('waiting', 'sending', 'unknown', 'sent', 'failed', 'not_needed')),
  report_error text,
  report_params jsonb,
  external_fulfillment_id text,
  attempts integer not null default 0,
  sent_at timestamptz,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workplace_id, shipment_id),
  foreign key (workplace_id, order_id) references sales_order
);
create unique index shipment_once on shipment (workplace_id, order_id, supplier_order_id, remote_parcel_id) nulls not distinct;
create index shipment_state on shipment (workplace_id, state, shipment_id desc);
create index shipment_number on shipment (workplace_id, tracking_number);
create index shipment_report on shipment (workplace_id, next_attempt_at) where report_state in ('waiting', 'sending', 'unknown');
call tenant_table('shipment');

create table shipment_line (
  workplace_id uuid not null,
  shipment_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  primary key (workplace_id, shipment_id, line_id),
  foreign key (workplace_id, shipment_id) references shipment
);
call tenant_table('shipment_line');

create table shipment_event (
  workplace_id uuid not null,
  shipment_id uuid not null,
  event_key text not null,
  at timestamptz not null,
  state text not null,
  description text not null,
  location text,
  primary key (workplace_id, shipment_id, event_key),
  foreign key (workplace_id, shipment_id) references shipment
);
call tenant_table('shipment_event');
