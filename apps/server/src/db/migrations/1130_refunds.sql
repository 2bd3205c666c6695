-- Suppliers' refunds, and purchases that this database lost in a restore.

-- Refunds of supplier orders, one row each.
create table supplier_refund (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  -- The supplier's id of the refund. 'smaller total': from a supplier or a version that named none.
  refund_ref text not null,
  order_id uuid not null,
  -- Minor units of the supplier order's currency. credited: the part that went to the payer, never more than was paid.
  amount bigint not null check (amount > 0),
  credited bigint not null check (credited between 0 and amount),
  source text not null check (source in ('supplier', 'total', 'operator')),
  -- The supplier's time of the refund, if known.
  refunded_at timestamptz(3),
  booked_at timestamptz(3) not null default now(),
  primary key (workplace_id, supplier_order_id, refund_ref),
  foreign key (workplace_id, supplier_order_id) references supplier_order
);
create index supplier_refund_of on supplier_refund (workplace_id, order_id);
call tenant_table('supplier_refund');

-- Refunds of a payment never exceed it.
create function supplier_refund_cap() returns trigger language plpgsql as $$
declare
  paid bigint;
  back bigint;
begin
  -- Locked, so that two transactions cannot each see room for their own refund.
  select coalesce(pay_amount, 0) into paid from supplier_order
    where workplace_id = new.workplace_id and supplier_order_id = new.supplier_order_id and payer = 'wallet' for no key update;
  if paid is null then return new; end if;
  select coalesce(sum(credited), 0) into back from supplier_refund
    where workplace_id = new.workplace_id and supplier_order_id = new.supplier_order_id and refund_ref <> new.refund_ref;
  if back + new.credited > paid then
    raise exception 'refunds of % and % exceed the payment of %', back, new.credited, paid
      using errcode = 'check_violation', constraint = 'supplier_refund_cap', table = 'supplier_refund';
  end if;
  return new;
end $$;
create trigger supplier_refund_cap before insert or update of credited on supplier_refund for each row
  execute function supplier_refund_cap();

-- Expected refunds of paid supplier orders that were cancelled, wholly or partly, at suppliers that do not list their refunds.
-- People confirm them, or close them with a reason.
create table expected_refund (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  -- Minor units of the supplier order's currency. amount: the whole refund, credited parts included. pending: the part still
  -- missing; zero once it is closed.
  amount bigint not null check (amount > 0),
  pending bigint not null check (pending between 0 and amount),
  reason text not null check (reason in ('cancelled', 'refused_items')),
  expected_at timestamptz(3) not null default now(),
  order_no text not null default '',
  closed_at timestamptz(3),
  closed_note text,
  -- The idempotency key of the request that closed it.
  closed_ref text,
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, supplier_order_id) references supplier_order,
  constraint expected_refund_closed check ((closed_at is null) = (closed_note is null) and (closed_at is null or pending = 0))
);
create index expected_refund_of on expected_refund (workplace_id, order_id);
create index expected_refund_pending on expected_refund (workplace_id, supplier_order_id desc) where pending > 0;
call tenant_table('expected_refund');
call audited('expected_refund', 'update', 'refund', 'supplier_order_id', 'order_no', 'order_id order_no amount reason expected_at closed_ref');

-- Global: finds the workplaces of refunds that operators confirm, which are those of wallet payments.
create table refund_directory (
  supplier_order_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  open boolean not null default true
);
create index refund_directory_open on refund_directory (supplier_order_id desc) where open;

-- After a restore: a supplier has an order under one of our references that this database does not know. It blocks the order line
-- until a person settles it.
create table lost_order (
  workplace_id uuid not null,
  lost_order_id uuid not null,
  connection_id uuid not null,
  source_order_no text not null,
  order_number text,
  reference text not null,
  -- [{"variant": ..., "quantity": ...}] as the supplier has them.
  lines jsonb not null,
  -- The store's order that the reference leads to, and its store for members who are limited to stores. Null: not in this database.
  order_id uuid,
  store_id uuid,
  found_at timestamptz(3) not null default now(),
  placed_at timestamptz(3),
  paid_at timestamptz(3),
  remote_state text not null default 'created',
  -- Minor units of `currency`.
  total bigint,
  currency text,
  -- [{"carrier": ..., "number": ..., "url": ...}]
  parcels jsonb not null default '[]',
  -- recorded: as the purchase `supplier_order_id`. dismissed: a person decided that it is something else.
  settled_as text check (settled_as in ('recorded', 'dismissed')),
  settled_at timestamptz(3),
  supplier_order_id uuid,
  primary key (workplace_id, lost_order_id),
  unique (workplace_id, connection_id, source_order_no),
  check ((settled_as is null) = (settled_at is null))
);
create index lost_order_open on lost_order (workplace_id, lost_order_id desc) where settled_at is null;
create index lost_order_of on lost_order (workplace_id, order_id) where order_id is not null;
call tenant_table('lost_order');
call store_wall('lost_order');
call audited('lost_order', 'update', 'unrecorded_order', 'lost_order_id', 'source_order_no',
  'lines parcels reference found_at store_id remote_state');

-- Global: such orders on the accounts that operators share between workplaces, if their reference leads to none. known: a workplace
-- has it after all.
create table unclaimed_order (
  unclaimed_order_id uuid primary key,
  supplier text not null,
  mode text not null,
  source_order_no text not null,
  order_number text,
  reference text not null,
  lines jsonb not null,
  found_at timestamptz(3) not null default now(),
  placed_at timestamptz(3),
  paid_at timestamptz(3),
  remote_state text not null,
  total bigint,
  currency text,
  parcels jsonb not null default '[]',
  known boolean not null default false,
  dismissed_at timestamptz(3),
  dismissed_by uuid,
  unique (supplier, mode, source_order_no)
);
