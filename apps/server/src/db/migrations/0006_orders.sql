-- Orders of shoppers, as the store tells them. Times that serve as a cursor are kept to the millisecond.
create table sales_order (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  external_order_id text not null,
  name text not null,
  placed_at timestamptz(3) not null,
  -- What the store said was newer wins; of two readings of the same change, the one that was asked for later.
  store_updated_at timestamptz(3) not null,
  read_at timestamptz(3) not null,
  currency text not null,
  subtotal bigint not null,
  shipping_total bigint not null,
  tax_total bigint not null,
  discount_total bigint not null,
  total bigint not null,
  financial_status text not null,
  fulfillment_status text not null check (fulfillment_status in ('unfulfilled', 'in_progress', 'partially_fulfilled', 'fulfilled')),
  placement_status text not null check (placement_status in ('ready', 'needs_attention', 'unmapped', 'placing', 'placed', 'nothing_to_place')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'in_progress', 'partially_paid', 'paid')),
  tab text generated always as (
    case when archived_at is not null or cancelled_at is not null then 'archived'
         when fulfillment_status = 'fulfilled' then 'fulfilled' else 'unfulfilled' end) stored,
  customer_name text,
  customer_email text,
  ship_country text,
  -- The store's address, and the owner's repair of it, which what the store sends later does not change.
  address jsonb not null default '{}',
  address_edit jsonb,
  shipping_method_title text,
  note text,
  mark text not null default 'none' check (mark in ('none', 'grey', 'green', 'red')),
  public_tracking_id text not null,
  -- What needs a person, and what the lines cost at their suppliers as far as it is known.
  problems jsonb not null default '[]',
  cost bigint,
  cost_currency text,
  cost_is_whole boolean not null default false,
  cancelled_at timestamptz(3),
  cancelled_by text check (cancelled_by in ('channel', 'source')),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, order_id),
  foreign key (workplace_id, store_id) references store
);
create unique index sales_order_external on sales_order (workplace_id, store_id, external_order_id);
create index sales_order_tab on sales_order (workplace_id, tab, placed_at desc, order_id desc);
create index sales_order_store_tab on sales_order (workplace_id, store_id, tab, placed_at desc, order_id desc);
create index sales_order_recent on sales_order (workplace_id, placed_at desc, order_id desc);
create index sales_order_placement on sales_order (workplace_id, placement_status, placed_at desc, order_id desc);
create index sales_order_payment on sales_order (workplace_id, payment_status, placed_at desc, order_id desc);
call tenant_table('sales_order');

create table order_line (
  workplace_id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  external_line_id text not null,
  external_product_id text,
  external_variant_id text,
  sku text,
  title text not null,
  variant_title text,
  image_url text,
  quantity integer not null,
  fulfillable_quantity integer not null,
  unit_price bigint not null,
  discount bigint not null default 0,
  requires_shipping boolean not null default true,
  product_id uuid,
  variant_id uuid,
  source text,
  source_product_id text,
  source_variant_id text,
  source_sku text,
  -- true: the owner chose this source by hand; matching leaves it alone.
  replaced boolean not null default false,
  unit_cost bigint,
  cost_currency text,
  shipping_method text,
  shipping_quote jsonb,
  state text not null check (state in ('unmapped', 'ready', 'blocked', 'placing', 'placed', 'shipped', 'delivered', 'cancelled', 'manual', 'no_shipping')),
  block_key text,
  block_params jsonb,
  supplier_order_id uuid,
  source_order_no text,
  position integer not null,
  primary key (workplace_id, order_id, line_id),
  foreign key (workplace_id, order_id) references sales_order
);
create unique index order_line_external on order_line (workplace_id, order_id, external_line_id);
create index order_line_unmapped on order_line (workplace_id, order_id desc) where state = 'unmapped';
call tenant_table('order_line');

-- Words that find an order: of its name, its customer, the e-mail, the SKUs. Ranges of text are what an index may
-- serve behind row level security (pattern and full-text operators are not leakproof).
create table order_term (
  workplace_id uuid not null,
  term text collate "C" not null,
  order_id uuid not null,
  primary key (workplace_id, order_id, term),
  foreign key (workplace_id, order_id) references sales_order
);
create index order_term_word on order_term (workplace_id, term, order_id);
call tenant_table('order_term');

create table order_event (
  workplace_id uuid not null,
  order_id uuid not null,
  event_id uuid not null,
  kind text not null,
  params jsonb not null default '{}',
  actor text not null default 'system',
  at timestamptz(3) not null default now(),
  primary key (workplace_id, order_id, event_id),
  foreign key (workplace_id, order_id) references sales_order
);
call tenant_table('order_event');

-- Unfiltered tab counts, kept in the transaction that changes an order, so that the list never counts a million rows.
create table order_count (
  workplace_id uuid not null,
  store_id uuid not null,
  tab text not null,
  slot smallint not null,
  orders bigint not null default 0,
  primary key (workplace_id, store_id, tab, slot)
);
call tenant_table('order_count');

-- New orders are counted by the statement: row by row, a bulk of them would change one count a thousand times over.
create function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_count as c (workplace_id, store_id, tab, slot, orders)
  select workplace_id, store_id, tab, (pg_backend_pid() % 8)::smallint, count(*) from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders + excluded.orders;
  return null;
end $$;
create trigger sales_order_added after insert on sales_order referencing new table as added
  for each statement execute function count_new_orders();

create function count_moved_order() returns trigger language plpgsql as $$
begin
  insert into order_count as c values (old.workplace_id, old.store_id, old.tab, (pg_backend_pid() % 8)::smallint, -1)
  on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders - 1;
  if tg_op = 'UPDATE' then
    insert into order_count as c values (new.workplace_id, new.store_id, new.tab, (pg_backend_pid() % 8)::smallint, 1)
    on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders + 1;
  end if;
  return null;
end $$;
create trigger sales_order_moved after update on sales_order
  for each row when (old.tab is distinct from new.tab) execute function count_moved_order();
create trigger sales_order_removed after delete on sales_order
  for each row execute function count_moved_order();

-- Global: finds the tenant of a public tracking page.
create table tracking_directory (
  public_tracking_id text primary key,
  account_id uuid not null,
  workplace_id uuid not null,
  order_id uuid not null
);
