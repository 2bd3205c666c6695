-- Price rules, and prices computed by them.

-- rule_id: the store's id, or the workspace's for its own rule. `rule` has the shape of contracts/src/pricing-choices.ts.
create table price_rule (
  workplace_id uuid not null,
  rule_id uuid not null,
  store_id uuid,
  rule jsonb not null,
  for_imports boolean not null default false,
  suggested_first boolean not null default false,
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, rule_id),
  check (store_id is null or not (for_imports or suggested_first))
);
call tenant_table('price_rule');
call store_wall_or_none('price_rule');
call audited('price_rule', 'insert or update or delete', 'price_rule', 'rule_id', 'rule_id', 'rule_id revision updated_at');

-- Prices changed by a rule in one go. The counts are of variants; `pushed` is of listings.
create table price_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  store_id uuid,
  state text not null default 'applying' check (state in ('applying', 'applied', 'undoing', 'undone')),
  rule jsonb not null,
  push boolean not null,
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  restored integer not null default 0,
  kept integer not null default 0,
  pushed integer not null default 0,
  requested_by text not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (workplace_id, batch_id)
);
-- One at a time, so that none overwrites what another one writes.
create unique index price_batch_running on price_batch (workplace_id) where state in ('applying', 'undoing');
create index price_batch_newest on price_batch (workplace_id, batch_id desc);
call tenant_table('price_batch');
call store_wall_or_none('price_batch');
call audited('price_batch', 'insert or update', 'price_batch', 'batch_id', 'batch_id',
  'store_id rule requested_by done skipped restored kept pushed created_at ended_at');
create trigger price_batch_state_moves before update of state on price_batch for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    applied>undoing,applying>applied,undoing>undone}'))
  execute function refuse_move('state');

-- Amounts are in the currency of the batch's rule; price_before is null where a store had no own price. computed_before: what
-- product_variant.computed_price was. cost: the one that the price was computed from.
create table price_batch_item (
  workplace_id uuid not null,
  batch_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'skipped', 'restored', 'kept')),
  cost bigint not null,
  price_before bigint,
  price_after bigint not null check (price_after >= 0),
  compare_before bigint,
  compare_after bigint,
  computed_before bigint,
  rate text,
  rate_day date,
  primary key (workplace_id, batch_id, product_id, variant_id),
  foreign key (workplace_id, batch_id) references price_batch on delete cascade
);
create index price_batch_item_state on price_batch_item (workplace_id, batch_id, state, product_id);
call tenant_table('price_batch_item');

-- Prices in a store with its own rule, in the store's currency. rate, rate_day: how the cost was converted; null: it wasn't.
create table store_price (
  workplace_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  price bigint not null check (price >= 0),
  compare_at_price bigint,
  currency text not null,
  rate text,
  rate_day date,
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, store_id, variant_id)
);
create index store_price_of on store_price (workplace_id, store_id, product_id);
call tenant_table('store_price');
call store_wall('store_price');

-- The price that the import or a price rule wrote last. A price that differs was set by a person.
alter table product_variant add column computed_price bigint;
drop trigger audited_update on product_variant;
drop trigger audited_delete on product_variant;
call audited('product_variant', 'update or delete', 'variant', 'variant_id', 'sku', 'position computed_price');

alter table product no force row level security;
alter table product_variant no force row level security;
update product_variant v set computed_price = (o.value ->> 'price')::bigint
  from product p cross join lateral jsonb_array_elements(p.original -> 'variants') o
  where p.workplace_id = v.workplace_id and p.product_id = v.product_id and o.value ->> 'sourceVariantId' = v.source_variant_id;
alter table product_variant force row level security;
alter table product force row level security;
