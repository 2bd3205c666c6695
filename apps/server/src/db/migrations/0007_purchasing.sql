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
  shipping_method text not null,
  address jsonb not null,
  currency text not null,
  quoted_items bigint not null,
  quoted_shipping bigint not null,
  items_cost bigint,
  shipping_cost bigint,
  total_cost bigint,
  pay_automatically boolean not null default false,
  payment_reference text,
  payment_id text,
  remote_state text,
  error_key text,
  error_params jsonb,
  attempts integer not null default 0,
  placed_at timestamptz,
  paid_at timestamptz,
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
create index supplier_order_open on supplier_order (workplace_id, updated_at) where state in ('requested', 'placing', 'unknown') or pay_state in ('requested', 'paying', 'unknown');
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
  unit_cost bigint not null,
  primary key (workplace_id, supplier_order_id, line_id),
  foreign key (workplace_id, supplier_order_id) references supplier_order
);
create index supplier_order_line_of on supplier_order_line (workplace_id, order_id, line_id);
call tenant_table('supplier_order_line');

-- A parcel. `report_state` follows its being told to the store, once.
create table shipment (
  workplace_id uuid not null,
  shipment_id uuid not null,
  order_id uuid not null,
  supplier_order_id uuid,
  remote_parcel_id text not null,
  carrier text,
  tracking_number text not null,
  tracking_url text,
  state text not null check (state in ('not_found', 'info_received', 'in_transit', 'available_for_pickup', 'out_for_delivery', 'delivered', 'expired', 'delivery_failure', 'exception')),
  report_state text not null check (report_state in ('waiting', 'sending', 'unknown', 'sent', 'failed', 'not_needed')),
  report_error text,
  external_fulfillment_id text,
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workplace_id, shipment_id),
  foreign key (workplace_id, order_id) references sales_order
);
create unique index shipment_once on shipment (workplace_id, order_id, supplier_order_id, remote_parcel_id) nulls not distinct;
create index shipment_state on shipment (workplace_id, state, shipment_id desc);
create index shipment_report on shipment (workplace_id, updated_at) where report_state in ('waiting', 'sending', 'unknown');
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
