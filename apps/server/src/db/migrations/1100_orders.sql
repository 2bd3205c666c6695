-- Shoppers' orders, read from their stores. Times that serve as cursors have millisecond precision.
create table sales_order (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  external_order_id text not null,
  name text not null,
  placed_at timestamptz(3) not null,
  -- The reading with the newer store_updated_at wins; of two with the same one, the one that was requested later.
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
  -- The store's address, and the owner's correction, which later readings do not change.
  address jsonb not null default '{}',
  address_edit jsonb,
  shipping_method_title text,
  note text,
  mark text not null default 'none' check (mark in ('none', 'grey', 'green', 'red')),
  public_tracking_id text not null,
  -- What a person must resolve.
  problems jsonb not null default '[]',
  -- Cost of the lines at their suppliers, as far as it is known.
  cost bigint,
  cost_currency text,
  cost_is_whole boolean not null default false,
  cancelled_at timestamptz(3),
  cancelled_by text check (cancelled_by in ('channel', 'source', 'deletion')),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Suppliers' shipping price for the lines that are not bought yet, in minor units of expected_currency. It is valid for the lines
  -- and the destination that expected_for names.
  expected_shipping bigint,
  expected_currency text,
  expected_for text,
  -- The shopper's payment method in the store's words, and whether they pay on delivery: shown before a supplier is paid.
  payment_method text,
  pays_on_delivery boolean not null default false,
  -- When the shopper's data was erased: later readings do not bring it back.
  erased_at timestamptz(3),
  fee_total bigint not null default 0,
  -- A member bought the order although its store did not confirm it; valid until then.
  store_check_skipped_until timestamptz,
  -- Whether the order's other amounts include its tax.
  tax_included boolean not null default false,
  -- A member bought the order although its store says it is unpaid; valid until then.
  unpaid_accepted_until timestamptz,
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
call store_wall('sales_order');
-- Orders come from stores; only people's changes are logged.
call audited('sales_order', 'update', 'order', 'order_id', 'name', 'tab problems read_at store_updated_at cost cost_is_whole cost_currency');

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
  -- The owner chose this source: matching leaves it alone.
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
  -- Refunded items that are not sent. Null: not read since this was stored.
  refunded_quantity integer,
  -- Who made the line manual. Null on a manual line: from before this was stored; the next reading decides (rules/intake.ts).
  taken_over_by text check (taken_over_by in ('person', 'store')),
  primary key (workplace_id, order_id, line_id),
  foreign key (workplace_id, order_id) references sales_order
);
create unique index order_line_external on order_line (workplace_id, order_id, external_line_id);
create index order_line_unmapped on order_line (workplace_id, order_id desc) where state = 'unmapped';
create index order_line_manual on order_line (workplace_id, order_id) where state = 'manual' and taken_over_by is null;
call tenant_table('order_line');
call audited('order_line', 'update', 'order_line', 'line_id', 'title', '');
create trigger order_line_state_moves before update of state on order_line for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    blocked>cancelled,blocked>manual,blocked>placing,blocked>ready,blocked>unmapped,
    cancelled>manual,cancelled>ready,cancelled>unmapped,
    manual>cancelled,manual>ready,manual>shipped,manual>unmapped,
    placed>blocked,placed>delivered,placed>ready,placed>shipped,
    placing>blocked,placing>cancelled,placing>placed,placing>ready,
    ready>blocked,ready>cancelled,ready>manual,ready>placing,ready>unmapped,
    shipped>delivered,
    unmapped>cancelled,unmapped>manual,unmapped>ready}'))
  execute function refuse_move('state');

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

-- Search terms of orders: name, customer, e-mail, SKUs. An index may serve ranges of text behind row-level security; patterns and
-- full-text operators are not leakproof.
create table order_term (
  workplace_id uuid not null,
  term text collate "C" not null,
  order_id uuid not null,
  primary key (workplace_id, order_id, term),
  foreign key (workplace_id, order_id) references sales_order
);
create index order_term_word on order_term (workplace_id, term, order_id);
call tenant_table('order_term');

-- Orders per tab, kept by the transaction that changes an order, so that lists never count a million rows. Slots spread concurrent
-- writers over several rows.
create table order_count (
  workplace_id uuid not null,
  store_id uuid not null,
  tab text not null,
  slot smallint not null,
  orders bigint not null default 0,
  primary key (workplace_id, store_id, tab, slot)
);
call tenant_table('order_count');
call store_wall('order_count');

-- Once per statement: row by row, a bulk insert would update one count thousands of times.
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

-- Orders that could not be read or stored. They hold up no other order and are deleted once a reading succeeds. Nothing of the
-- order's content is stored here.
create table order_set_aside (
  workplace_id uuid not null,
  set_aside_id uuid not null,
  store_id uuid not null,
  external_order_id text not null,
  -- The store's number of the order.
  name text,
  reason_key text not null,
  reason_params jsonb not null default '{}',
  first_at timestamptz(3) not null,
  -- The last attempt.
  last_at timestamptz(3) not null,
  primary key (workplace_id, set_aside_id),
  unique (workplace_id, store_id, external_order_id),
  foreign key (workplace_id, store_id) references store
);
call tenant_table('order_set_aside');
call store_wall('order_set_aside');

-- A store's last answer whether an order is still open and paid. It is asked again before every purchase and payment.
create table store_check (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  -- When the store was asked for `answer`, by the database's clock.
  asked_at timestamptz,
  answer text check (answer in ('open', 'unpaid', 'refunded', 'cancelled', 'deleted')),
  -- A worker is asking; it is considered dead after this time.
  asking_until timestamptz,
  -- Since when the store gives no usable answer. Null: it answered last time.
  silent_since timestamptz,
  -- The last question about this order that it did not answer.
  silent_at timestamptz,
  primary key (workplace_id, order_id),
  foreign key (workplace_id, order_id) references sales_order on delete cascade
);
create index store_check_silent on store_check (workplace_id, store_id, silent_at) where silent_at is not null;
call tenant_table('store_check');
call store_wall('store_check');

-- Global: stores whose open orders get their expected shipping once, newest first. The row holds the progress and is deleted at the
-- end.
create table cost_backfill (
  store_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  after_placed_at timestamptz,
  after_order_id uuid
);
