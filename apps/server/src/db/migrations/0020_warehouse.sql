-- Quayside's own warehouse: an operator's business of its own that happens to run in the same process. It knows
-- installations (its customers), never workplaces: no tenant columns, no row level security, and no table of the
-- application refers to it. It is fed only through its HTTP interface. Kept in a schema of its own.
create schema warehouse;
grant usage on schema warehouse to quayside_app;
alter default privileges in schema warehouse grant select, insert, update, delete on tables to quayside_app;
alter default privileges in schema warehouse grant usage, select on sequences to quayside_app;

-- Who may call. `staff` keys pack and ship (the sandbox's robot); a key of one mode never sees the other's orders.
create table warehouse.installation (
  installation_id uuid primary key,
  name text not null,
  key_hash bytea not null unique,
  mode text not null check (mode in ('live', 'sandbox')),
  role text not null check (role in ('client', 'staff')),
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);

-- Amounts in the smallest unit of `currency`. `images` are keys of our own pictures, or addresses.
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
  -- Country of the shelf, countries it may go to, and what makes sending it harder (battery, bulky, ...).
  ships_from text not null,
  ship_countries text[] not null,
  limits text[] not null,
  updated_at timestamptz(3) not null default now()
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
  -- The client's own name for the purchase: at most one order has it, whatever is sent how often.
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
  unique (installation_id, reference)
);
create index purchase_changed on warehouse.purchase (installation_id, updated_at, order_id);
create index purchase_state on warehouse.purchase (mode, state, order_id);

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

-- What came in and what went back. One entry per reference of an order, whatever is sent how often.
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
