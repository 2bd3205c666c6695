-- Parcels. `report_state` follows the sync to the store.
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
  -- The store released the order while the parcel was being synced: its answer may be outdated, so it is asked again.
  look_again boolean not null default false,
  -- What the store last accepted (carrier, number, url) and when, and what is being sent now.
  told jsonb,
  told_at timestamptz(3),
  telling jsonb,
  -- The parcel whose items this one holds too: it was sent again, or the items left in several boxes.
  same_items_as uuid,
  primary key (workplace_id, shipment_id),
  foreign key (workplace_id, order_id) references sales_order
);
create unique index shipment_once on shipment (workplace_id, order_id, supplier_order_id, remote_parcel_id) nulls not distinct;
create index shipment_state on shipment (workplace_id, state, shipment_id desc);
create index shipment_number on shipment (workplace_id, tracking_number);
create index shipment_report on shipment (workplace_id, next_attempt_at) where report_state in ('waiting', 'sending', 'unknown');
call tenant_table('shipment');
call store_wall('shipment');
-- One reading of a parcel's events may pass several states, so these are all states that can be reached.
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
create trigger shipment_report_state_moves before update of report_state on shipment for each row
  when (old.report_state is distinct from new.report_state and old.report_state || '>' || new.report_state <> all ('{
    failed>waiting,
    not_needed>waiting,
    sending>failed,sending>not_needed,sending>sent,sending>unknown,sending>waiting,
    sent>waiting,
    unknown>sending,
    waiting>sending}'))
  execute function refuse_move('report_state');

create table shipment_line (
  workplace_id uuid not null,
  shipment_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  -- The part of `quantity` that the store knows.
  told_quantity integer not null default 0 check (told_quantity >= 0),
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
