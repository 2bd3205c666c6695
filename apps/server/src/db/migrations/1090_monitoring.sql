-- Tracked products: changes of cost and stock at their suppliers.

-- Settings of a workplace. Without a row the defaults of contracts/src/monitoring.ts apply.
create table monitoring_setting (
  workplace_id uuid not null primary key,
  watch_new boolean not null,
  every_hours integer not null check (every_hours between 1 and 168),
  cost_percent integer not null check (cost_percent between 1 and 100),
  tell_stock boolean not null,
  tell_gone boolean not null,
  cost_follows text not null check (cost_follows in ('tell', 'take')),
  stock_follows text not null check (stock_follows in ('tell', 'take')),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('monitoring_setting');
call audited('monitoring_setting', 'insert or update', 'monitoring_setting', 'workplace_id', 'workplace_id', '');

-- A tracked product and the result of its last check.
create table product_watch (
  workplace_id uuid not null,
  product_id uuid not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  since timestamptz(3) not null default now(),
  next_look_at timestamptz(3) not null default now(),
  -- When the supplier last answered.
  looked_at timestamptz(3),
  cost_moved boolean not null default false,
  out_of_stock boolean not null default false,
  gone boolean not null default false,
  -- The worker that is checking it, and until when nobody else may.
  lease_holder uuid,
  lease_until timestamptz(3),
  primary key (workplace_id, product_id),
  foreign key (workplace_id, product_id) references product on delete cascade
);
create index product_watch_due on product_watch (workplace_id, source, mode, next_look_at);
create index product_watch_cost on product_watch (workplace_id, product_id) where cost_moved;
create index product_watch_stock on product_watch (workplace_id, product_id) where out_of_stock;
create index product_watch_gone on product_watch (workplace_id, product_id) where gone;
call tenant_table('product_watch');
-- Results of checks are not changes that a person made.
call audited('product_watch', 'insert or delete', 'product_watch', 'product_id', 'source',
  'since next_look_at looked_at cost_moved out_of_stock gone');

-- A variant as its supplier described it at the last check.
create table variant_watch (
  workplace_id uuid not null,
  variant_id uuid not null,
  product_id uuid not null,
  -- false: the supplier no longer has it; the other columns are from before.
  found boolean not null,
  -- In the smallest unit of the product's currency. Null: unknown.
  cost bigint,
  stock integer,
  seen_at timestamptz(3),
  -- The cost in the last notification: the next change is measured from it.
  told_cost bigint,
  primary key (workplace_id, variant_id),
  foreign key (workplace_id, product_id) references product_watch on delete cascade
);
create index variant_watch_of on variant_watch (workplace_id, product_id);
call tenant_table('variant_watch');

-- The suppliers of a workplace's tracked products, when each is checked next, and the worker that is checking it. Global: the job
-- that finds them belongs to no tenant.
create table monitoring_turn (
  workplace_id uuid not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  due_at timestamptz(3) not null default now(),
  holder uuid,
  held_until timestamptz(3),
  -- Checks in a row that found the supplier busy or unreachable.
  pauses integer not null default 0,
  primary key (workplace_id, source, mode)
);
create index monitoring_turn_due on monitoring_turn (due_at);
