-- Quayside's own warehouse: a supplier that an operator runs in the same process. It knows installations (its customers) and no
-- workplaces, so it has no tenant columns and a schema of its own. No other table refers to it; it is reached by its HTTP interface.
create schema warehouse;
grant usage on schema warehouse to quayside_app;
alter default privileges in schema warehouse grant select, insert, update, delete on tables to quayside_app;
alter default privileges in schema warehouse grant usage, select on sequences to quayside_app;

-- API keys. `staff` keys pack and ship (the sandbox's robot); a key of one mode never sees the other's orders.
create table warehouse.installation (
  installation_id uuid primary key,
  name text not null,
  key_hash bytea not null unique,
  mode text not null check (mode in ('live', 'sandbox')),
  role text not null check (role in ('client', 'staff')),
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);

-- Amounts are in the smallest unit of `currency`. `images` are keys of our own pictures, or URLs.
create table warehouse.product (
  product_id text primary key,
  title text not null,
  description_html text not null,
  category_path text[] not null,
  options jsonb not null,
  images text[] not null,
  specifications jsonb not null,
  currency text not null,
  suggested_price bigint,
  rating real,
  reviews_count integer,
  order_volume integer,
  listings_count integer,
  -- The country it ships from, the countries it ships to, and what limits shipping (battery, bulky, ...).
  ships_from text not null,
  ship_countries text[] not null,
  limits text[] not null,
  updated_at timestamptz(3) not null default now(),
  made_in text,
  free_shipping_to text[] not null default '{}'
);
create index product_feed on warehouse.product (updated_at, product_id);
create index product_category on warehouse.product using gin (category_path);

create table warehouse.variant (
  variant_id text primary key,
  product_id text not null references warehouse.product,
  position integer not null,
  sku text not null unique,
  option_values text[] not null,
  cost bigint not null check (cost > 0),
  weight_grams integer not null check (weight_grams > 0),
  image text,
  stock integer not null check (stock >= 0)
);
create index variant_of on warehouse.variant (product_id, position);

create sequence warehouse.order_number start 100001;

create table warehouse.purchase (
  order_id uuid primary key,
  installation_id uuid not null references warehouse.installation,
  mode text not null check (mode in ('live', 'sandbox')),
  -- The client's reference: at most one order has it, however often it is sent.
  reference text not null,
  request_hash bytea not null,
  number bigint not null default nextval('warehouse.order_number'),
  order_name text not null,
  state text not null check (state in ('created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled')),
  address jsonb not null,
  shipping_service text not null,
  currency text not null,
  items_cost bigint not null,
  shipping_cost bigint not null,
  cancel_reason text,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The client's account (for us: a supplier connection) that it was placed for.
  account text not null default '',
  -- When the shopper's data was erased: parcels that are still on their way add none.
  erased_at timestamptz(3),
  unique (installation_id, reference)
);
create index purchase_changed on warehouse.purchase (installation_id, updated_at, order_id);
create index purchase_state on warehouse.purchase (mode, state, order_id);
create trigger purchase_state_moves before update of state on warehouse.purchase for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    created>cancelled,created>paid,
    paid>cancelled,paid>processing,paid>shipped,
    processing>cancelled,processing>shipped,
    shipped>delivered}'))
  execute function refuse_move('state');

create table warehouse.purchase_line (
  order_id uuid not null references warehouse.purchase,
  line_no integer not null,
  line_ref text not null,
  variant_id text not null references warehouse.variant,
  quantity integer not null check (quantity > 0),
  unit_cost bigint not null,
  state text not null default 'open' check (state in ('open', 'refused')),
  reason text,
  primary key (order_id, line_no)
);

-- Payments and refunds, once per reference of an order.
create table warehouse.payment (
  payment_id uuid primary key,
  order_id uuid not null references warehouse.purchase,
  kind text not null check (kind in ('payment', 'refund')),
  reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  at timestamptz(3) not null default now(),
  unique (order_id, kind, reference)
);
-- An order is paid once, in full.
create unique index payment_once on warehouse.payment (order_id) where kind = 'payment';

create table warehouse.parcel (
  parcel_id uuid primary key,
  order_id uuid not null references warehouse.purchase,
  carrier text not null,
  tracking_number text not null,
  tracking_url text,
  state text not null check (state in ('not_found', 'info_received', 'in_transit', 'available_for_pickup', 'out_for_delivery', 'delivered', 'expired', 'delivery_failure', 'exception')),
  shipped_at timestamptz(3) not null,
  unique (order_id, tracking_number)
);

create table warehouse.parcel_line (
  parcel_id uuid not null references warehouse.parcel,
  line_no integer not null,
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, line_no)
);

create table warehouse.parcel_event (
  parcel_id uuid not null references warehouse.parcel,
  at timestamptz(3) not null,
  state text not null,
  description text not null,
  location text,
  primary key (parcel_id, at, state)
);

-- Webhooks of a client, one per account, with an encrypted secret that signs what is sent.
create table warehouse.webhook (
  installation_id uuid not null references warehouse.installation,
  account text not null,
  address text not null,
  secret jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (installation_id, account)
);

-- Notifies open staff pages of every change, whoever made it. One message per statement; the page reads the orders again.
create function warehouse.tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('quayside_operators', 'warehouse');
  return null;
end $$;
create trigger purchase_tells after insert or update or delete on warehouse.purchase
  for each statement execute function warehouse.tell_staff();
create trigger purchase_line_tells after update on warehouse.purchase_line
  for each statement execute function warehouse.tell_staff();
create trigger parcel_tells after insert or update on warehouse.parcel
  for each statement execute function warehouse.tell_staff();
create trigger parcel_event_tells after insert on warehouse.parcel_event
  for each statement execute function warehouse.tell_staff();
