-- Since when a parcel has its state, its last event, and the country that its carrier brings it to.
alter table shipment
  add column state_since timestamptz(3) not null default now(),
  add column last_event_at timestamptz(3),
  add column carrier_country text check (carrier_country ~ '^[A-Z]{2}$');
create index shipment_changed on shipment (workplace_id, updated_at);

-- The tracking service that an event is from; null: the supplier.
alter table shipment_event add column source text;

-- A service that follows a workplace's parcels in one mode. Without credentials it uses this installation's key.
create table tracking_service (
  workplace_id uuid not null,
  service_id uuid not null,
  service text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  status text not null check (status in ('active', 'needs_key', 'removed')),
  credentials jsonb,
  last_error jsonb,
  -- Parcels changed since then may not be followed yet.
  followed_until timestamptz not null default 'epoch',
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, service_id)
);
create unique index tracking_service_one on tracking_service (workplace_id, mode) where status <> 'removed';
call tenant_table('tracking_service');
call audited('tracking_service', 'insert or update', 'tracking_setting', 'service_id', 'service', 'status last_error followed_until');

-- Global: finds the tenant of a webhook by its unguessable key, and the services that are due for a poll.
create table tracking_service_directory (
  webhook_key text primary key,
  service_id uuid not null unique,
  workplace_id uuid not null,
  account_id uuid not null,
  service text not null,
  active boolean not null default true,
  next_poll_at timestamptz not null default now()
);
create index tracking_service_due on tracking_service_directory (next_poll_at) where active;

-- A parcel's number at a service. `state` follows the registration, an effect.
create table tracked_number (
  workplace_id uuid not null,
  tracked_id uuid not null,
  service_id uuid not null,
  shipment_id uuid not null,
  store_id uuid not null,
  tracking_number text not null,
  state text not null check (state in ('waiting', 'sending', 'unknown', 'tracked', 'refused', 'ended')),
  error_key text,
  -- The service's own id of the parcel.
  tracking_ref text,
  attempts integer not null default 0,
  sent_at timestamptz,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  next_check_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, tracked_id),
  unique (workplace_id, service_id, shipment_id, tracking_number)
);
create index tracked_number_open on tracked_number (workplace_id, next_attempt_at) where state in ('waiting', 'sending', 'unknown');
create index tracked_number_due on tracked_number (workplace_id, service_id, next_check_at) where state = 'tracked';
create index tracked_number_parcel on tracked_number (workplace_id, shipment_id);
call tenant_table('tracked_number');
call store_wall('tracked_number');
create trigger tracked_number_state_moves before update of state on tracked_number for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    refused>waiting,
    sending>refused,sending>tracked,sending>unknown,sending>waiting,
    tracked>ended,
    unknown>sending,
    waiting>sending}'))
  execute function refuse_move('state');
