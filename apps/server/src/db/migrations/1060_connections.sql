-- Connected stores and suppliers, and the webhooks they send.
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
  -- The worker that is renewing the store's tokens; the lease ends if that worker dies.
  renewing_by uuid,
  renewing_until timestamptz,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when we have the credentials, and when they expire unless a person renews them (null: they do not).
  keys_since timestamptz not null default now(),
  access_ends_at timestamptz,
  -- The store is being moved to another workplace. waiting: no new work starts; closing: workers only record the results of what
  -- they have started; carrying: its rows are on their way.
  moving text check (moving in ('waiting', 'closing', 'carrying')),
  suspended_at timestamptz,
  primary key (workplace_id, store_id)
);
create unique index store_one_default on store (workplace_id) where is_default;
call tenant_table('store');
call store_wall('store');
call audited('store', 'insert or update or delete', 'store', 'store_id', 'platform_domain',
  'metadata last_webhook_at last_polled_at order_cursor');

-- Global: finds the tenant of a webhook address, refuses a store that another workplace has connected, and lists the stores to poll.
create table store_directory (
  store_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  platform text not null,
  platform_domain text not null,
  mode text not null,
  webhook_key text not null unique,
  -- Our address in the store's webhooks. Null: it has none.
  webhook_base text,
  active boolean not null default true,
  poll_seconds integer not null default 30,
  next_poll_at timestamptz not null default now(),
  -- Since when the webhooks wait for a check before their hourly one.
  webhooks_due_at timestamptz
);
create unique index store_directory_domain on store_directory (platform, platform_domain, mode) where active;
create index store_directory_due on store_directory (next_poll_at) where active;
create index store_directory_webhooks_due on store_directory (webhooks_due_at) where webhooks_due_at is not null;

-- Global: authorisations that were started and not finished; the state is unguessable and works once.
create table connect_attempt (
  state text primary key,
  account_id uuid not null,
  workplace_id uuid not null,
  platform text not null,
  base_url text not null,
  mode text not null,
  expires_at timestamptz not null,
  -- Encrypted credentials that the platform sent to our server while the browser was redirected.
  delivered jsonb,
  outcome jsonb,
  used_at timestamptz,
  -- The member who connects the store, if it is not the account that owns the workplace.
  person_id uuid,
  -- The store's address as it was typed, to name it and to start again.
  shop text
);

-- Public facts about a store's pages: theme, apps, social profiles.
create table storefront (
  workplace_id uuid not null,
  store_id uuid not null,
  state text not null check (state in ('reading', 'read', 'failed')),
  asked_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  info jsonb,
  problem jsonb,
  -- The host that the store's address redirected to, such as a shop's own domain. Pages that a browser read come from there too.
  led_to text,
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references store
);
call tenant_table('storefront');
call store_wall('storefront');

-- A request to take over a store that another account has connected: made in one workplace, approved by the owner of the other,
-- carried out by a job. `carried` holds the store's encrypted credentials on the way and is emptied at the end.
create table store_migration (
  workplace_id uuid not null,
  migration_id uuid not null,
  asked_by uuid not null,
  platform text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  platform_domain text not null,
  state text not null check (state in ('asked', 'agreed', 'done', 'refused', 'failed')),
  carried jsonb,
  error jsonb,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (workplace_id, migration_id)
);
create unique index store_migration_once on store_migration (workplace_id, platform, mode, platform_domain)
  where state in ('asked', 'agreed');
call tenant_table('store_migration');
call audited('store_migration', 'insert or update', 'store_migration', 'migration_id', 'platform_domain', 'carried');

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
  keys_since timestamptz not null default now(),
  access_ends_at timestamptz,
  suspended_at timestamptz,
  -- Progress of a poll for changed orders: {cursor, updatedAfter, at}. After a restart the poll continues there instead of reading
  -- months of orders again. Null: the last poll finished.
  poll_place jsonb,
  primary key (workplace_id, connection_id)
);
create unique index supplier_connection_one on supplier_connection (workplace_id, supplier, mode) where status <> 'removed';
call tenant_table('supplier_connection');
call audited('supplier_connection', 'insert or update or delete', 'supplier', 'connection_id', 'label', 'last_synced_at poll_place');

-- Global: connections to poll for orders, and their webhook addresses.
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

-- The restore (installation.restored_at) that a connection's orders were last compared after.
create table restore_check (
  workplace_id uuid not null,
  connection_id uuid not null,
  restored_at timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  primary key (workplace_id, connection_id)
);
call tenant_table('restore_check');

-- Webhooks, stored before a job processes them. Refused ones are only counted, one row per sender, reason and hour: their senders
-- proved nothing and may send millions.
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
  times integer not null default 1,
  -- Why it was refused, as a word that screens explain; `reason` is the connector's text.
  cause text check (cause in ('signature', 'malformed', 'too_large')),
  primary key (workplace_id, delivery_id)
);
create unique index webhook_delivery_once on webhook_delivery (workplace_id, sender_id, dedupe_key) where state <> 'refused';
create index webhook_delivery_recent on webhook_delivery (workplace_id, sender_id, received_at desc);
create index webhook_delivery_trouble on webhook_delivery (workplace_id, sender_id, received_at desc)
  where state in ('refused', 'failed');
call tenant_table('webhook_delivery');

-- Global: refused webhooks that lead to no tenant (unknown addresses, payment providers). Senders and reasons are our own words.
create table webhook_refusal (
  sender text not null,
  reason text not null,
  day date not null default current_date,
  times bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (sender, reason, day)
);
