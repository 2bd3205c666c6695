-- A purchase at one supplier for one shopper's order. `reference` is the idempotency key that the supplier knows it by.
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
  -- Null: the cheapest, chosen when the supplier is asked.
  shipping_method text,
  shipping_quote jsonb,
  address jsonb not null,
  currency text not null default 'USD',
  quoted_items bigint,
  quoted_shipping bigint,
  items_cost bigint,
  shipping_cost bigint,
  total_cost bigint,
  -- Supplier orders of one order and one request are paid together or not at all.
  placement_id uuid not null,
  pay_automatically boolean not null default false,
  pay_process_id uuid,
  -- The idempotency key of a payment. Requesting a refused payment again makes a new one: pay_round counts them.
  payment_reference text,
  pay_round integer not null default 0,
  -- The amount that was agreed to and reserved.
  pay_amount bigint,
  payment_id text,
  remote_state text,
  error_key text,
  error_params jsonb,
  -- Calls that may have had an effect: how many, and when the last one was sent.
  attempts integer not null default 0,
  sent_at timestamptz,
  pay_attempts integer not null default 0,
  pay_sent_at timestamptz,
  -- Pauses before a retry, counted so that they grow.
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The only worker that may call out for this row; the lease ends if that worker dies.
  claimed_by uuid,
  claimed_until timestamptz,
  synced_at timestamptz,
  sync_process_id uuid,
  sync_state text check (sync_state in ('processing', 'success', 'error')),
  sync_error_key text,
  placed_at timestamptz,
  paid_at timestamptz,
  shipped_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The supplier's number for people, if it differs from the id in its API (our own warehouse: QW-100001).
  order_number text,
  -- The order's store, filled by a trigger, so that store_wall() needs no join.
  store_id uuid,
  -- What the supplier's connector must remember of earlier steps of the payment, such as the bill it created.
  pay_notes jsonb not null default '{}',
  -- The order may have been placed before a restore: the supplier is asked for the reference before the first call.
  ask_first boolean not null default false,
  -- Since when a payment is requested. Null: from before this was stored.
  pay_requested_at timestamptz,
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, order_id) references sales_order,
  foreign key (workplace_id, connection_id) references supplier_connection,
  constraint supplier_order_open_payment check (state = 'placed' or pay_state not in ('requested', 'paying', 'unknown')),
  -- Each credited refund lowers total_cost.
  constraint supplier_order_cost_left check (total_cost >= 0)
);
create unique index supplier_order_reference on supplier_order (workplace_id, reference);
create index supplier_order_of on supplier_order (workplace_id, order_id);
create index supplier_order_remote on supplier_order (workplace_id, connection_id, source_order_no);
create index supplier_order_pay on supplier_order (workplace_id, pay_state, supplier_order_id desc) where state = 'placed';
create index supplier_order_to_ship on supplier_order (workplace_id, supplier_order_id desc)
  where state = 'placed' and pay_state = 'paid' and shipped_at is null;
create index supplier_order_open on supplier_order (workplace_id, next_attempt_at)
  where state in ('requested', 'placing', 'unknown') or pay_state in ('requested', 'paying', 'unknown');
create index supplier_order_placement on supplier_order (workplace_id, placement_id, supplier_order_id);
create index supplier_order_pay_process on supplier_order (workplace_id, pay_process_id) where pay_process_id is not null;
create index supplier_order_sync on supplier_order (workplace_id, sync_process_id) where sync_process_id is not null;
create index supplier_order_cancelled_there on supplier_order (workplace_id, supplier_order_id)
  where state = 'placed' and remote_state = 'cancelled';
call tenant_table('supplier_order');
call store_wall('supplier_order');
call audited('supplier_order', 'insert or update', 'supplier_order', 'supplier_order_id', 'reference',
  'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts pay_requested_at');
create trigger supplier_order_state_moves before update of state on supplier_order for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    placed>cancelled,
    placing>cancelled,placing>failed,placing>placed,placing>requested,placing>unknown,
    requested>cancelled,requested>placing,
    unknown>placing}'))
  execute function refuse_move('state');
create trigger supplier_order_pay_state_moves before update of pay_state on supplier_order for each row
  when (old.pay_state is distinct from new.pay_state and old.pay_state || '>' || new.pay_state <> all ('{
    failed>paid,failed>requested,
    paid>refunded,
    paying>failed,paying>paid,paying>requested,paying>unknown,paying>unpaid,
    requested>failed,requested>paid,requested>paying,requested>unpaid,
    unknown>paying,
    unpaid>failed,unpaid>paid,unpaid>requested}'))
  execute function refuse_move('pay_state');

create function supplier_order_store() returns trigger language plpgsql as $$
begin
  new.store_id := (select store_id from sales_order where workplace_id = new.workplace_id and order_id = new.order_id);
  return new;
end $$;
create trigger supplier_order_of_store before insert on supplier_order for each row execute function supplier_order_store();

create table supplier_order_line (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  source_product_id text not null,
  source_variant_id text not null,
  sku text not null,
  quantity integer not null,
  unit_cost bigint,
  primary key (workplace_id, supplier_order_id, line_id),
  foreign key (workplace_id, supplier_order_id) references supplier_order
);
create index supplier_order_line_of on supplier_order_line (workplace_id, order_id, line_id);
call tenant_table('supplier_order_line');

-- Suppliers' shipping options and stock for a set of lines; a job asks, screens read.
create table supplier_quote (
  workplace_id uuid not null,
  connection_id uuid not null,
  question text not null,
  ask jsonb not null,
  state text not null check (state in ('asking', 'known', 'failed')),
  options jsonb,
  stock jsonb,
  error_key text,
  error_params jsonb,
  order_ids uuid[] not null default '{}',
  asked_at timestamptz not null default now(),
  known_at timestamptz,
  primary key (workplace_id, connection_id, question)
);
create index supplier_quote_old on supplier_quote (workplace_id, asked_at);
call tenant_table('supplier_quote');

create table purchasing_setting (
  workplace_id uuid not null primary key,
  payment_behavior text not null default 'default' check (payment_behavior in ('default', 'popup'))
);
call tenant_table('purchasing_setting');
call audited('purchasing_setting', 'insert or update', 'payment_setting', 'workplace_id', 'payment_behavior', '');

-- Where the owner buys an item of a store manually, remembered for the next order.
create table buying_address (
  workplace_id uuid not null,
  buying_address_id uuid not null,
  store_id uuid not null,
  -- The item as its store identifies it: features/purchasing/rules/bought-thing.ts.
  thing text not null,
  title text not null,
  address text not null,
  primary key (workplace_id, buying_address_id)
);
create unique index buying_address_thing on buying_address (workplace_id, store_id, thing);
call tenant_table('buying_address');
call store_wall('buying_address');
call audited('buying_address', 'insert or update or delete', 'buying_address', 'buying_address_id', 'title', 'thing');
