-- Parcels on their way, for the check of their alarms.
create index shipment_on_its_way on shipment (workplace_id, shipment_id) where state <> 'delivered';

-- A parcel, or a supplier order without one, that somebody should look into. `subject_id` is its id. One for each kind until closed.
create table shipment_alarm (
  workplace_id uuid not null,
  alarm_id uuid not null,
  kind text not null check (kind in ('no_number', 'no_scan', 'no_movement', 'wrong_country', 'delivery_problem', 'pickup_ending')),
  state text not null check (state in ('open', 'dismissed', 'closed')),
  order_id uuid not null,
  store_id uuid not null,
  subject_id uuid not null,
  shipment_id uuid,
  params jsonb not null default '{}',
  opened_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (workplace_id, alarm_id)
);
create unique index shipment_alarm_one on shipment_alarm (workplace_id, subject_id, kind) where state <> 'closed';
create index shipment_alarm_open on shipment_alarm (workplace_id, alarm_id desc) where state = 'open';
create index shipment_alarm_order on shipment_alarm (workplace_id, order_id);
call tenant_table('shipment_alarm');
call store_wall('shipment_alarm');
create trigger shipment_alarm_state_moves before update of state on shipment_alarm for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    dismissed>closed,
    open>closed,open>dismissed}'))
  execute function refuse_move('state');

-- Days after which alarms open.
create table tracking_setting (
  workplace_id uuid not null primary key,
  no_number_days integer not null check (no_number_days between 1 and 90),
  no_scan_days integer not null check (no_scan_days between 1 and 90),
  no_movement_days integer not null check (no_movement_days between 1 and 90),
  pickup_days integer not null check (pickup_days between 1 and 90)
);
call tenant_table('tracking_setting');
call audited('tracking_setting', 'insert or update', 'tracking_setting', 'workplace_id', 'workplace_id', '');
