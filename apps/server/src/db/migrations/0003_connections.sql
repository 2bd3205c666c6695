-- Stores of the sales channels.
create table store (
  workplace_id uuid not null,
  store_id uuid not null,
  account_id uuid not null,
  platform text not null check (platform in ('shopify', 'woocommerce', 'tiktok', 'facebook', 'google')),
  platform_domain text not null,
  base_url text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  status text not null check (status in ('active', 'needs_reconnect', 'uninstalled')),
  store_name text not null,
  currency text not null,
  country text,
  time_zone text,
  owner_name text,
  owner_email text,
  plan_name text,
  is_default boolean not null default false,
  scopes text[] not null default '{}',
  missing_scopes text[] not null default '{}',
  credentials jsonb not null,
  webhook_secret jsonb,
  orders_by text not null default 'polling' check (orders_by in ('webhook', 'polling')),
  orders_by_reason jsonb,
  last_webhook_at timestamptz,
  last_polled_at timestamptz,
  last_error jsonb,
  order_cursor jsonb,
  -- One worker at a time renews a store's tokens; the lease ends by itself when that worker dies.
  renewing_by uuid,
  renewing_until timestamptz,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, store_id)
);
create unique index store_one_default on store (workplace_id) where is_default;
call tenant_table('store');

-- Global: finds the tenant of an unguessable webhook address, refuses a store that another workplace has connected, and lists the stores to poll.
create table store_directory (
  store_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  platform text not null,
  platform_domain text not null,
  mode text not null,
  webhook_key text not null unique,
  -- Our address that the store's webhooks were last set up for; null: none.
  webhook_base text,
  active boolean not null default true,
  poll_seconds integer not null default 30,
  next_poll_at timestamptz not null default now()
);
create unique index store_directory_domain on store_directory (platform, platform_domain, mode) where active;
create index store_directory_due on store_directory (next_poll_at) where active;

-- Global: an authorisation that was begun and not yet finished; the state is unguessable and used once.
create table connect_attempt (
  state text primary key,
  account_id uuid not null,
  workplace_id uuid not null,
  platform text not null,
  base_url text not null,
  mode text not null,
  expires_at timestamptz not null,
  -- Sealed credentials that the platform delivered beside the browser's way back.
  delivered jsonb,
  outcome jsonb,
  used_at timestamptz
);

create table supplier_connection (
  workplace_id uuid not null,
  connection_id uuid not null,
  supplier text not null,
  label text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  payer text not null check (payer in ('wallet', 'own-account')),
  status text not null check (status in ('active', 'needs_reconnect', 'removed')),
  credentials jsonb not null,
  webhook_secret jsonb,
  last_error jsonb,
  last_synced_at timestamptz,
  renewing_by uuid,
  renewing_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (workplace_id, connection_id)
);
create unique index supplier_connection_one on supplier_connection (workplace_id, supplier, mode) where status <> 'removed';
call tenant_table('supplier_connection');

-- Global: connections whose orders are asked after regularly, and their webhook addresses.
create table supplier_directory (
  connection_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  supplier text not null,
  mode text not null,
  webhook_key text not null unique,
  webhook_base text,
  active boolean not null default true,
  poll_seconds integer not null default 60,
  next_poll_at timestamptz not null default now()
);
create index supplier_directory_due on supplier_directory (next_poll_at) where active;

-- What the other sides sent, stored before it is worked on.
create table webhook_delivery (
  workplace_id uuid not null,
  delivery_id uuid not null,
  sender text not null check (sender in ('store', 'supplier')),
  sender_id uuid not null,
  topic text not null,
  kind text not null,
  resource_id text,
  dedupe_key text not null,
  state text not null check (state in ('received', 'done', 'failed', 'refused')),
  reason text,
  body bytea,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (workplace_id, delivery_id)
);
create unique index webhook_delivery_once on webhook_delivery (workplace_id, sender_id, dedupe_key) where state <> 'refused';
create index webhook_delivery_recent on webhook_delivery (workplace_id, sender_id, received_at desc);
call tenant_table('webhook_delivery');
