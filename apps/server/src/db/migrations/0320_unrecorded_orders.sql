-- Supplier orders from after a backup, as a person sees and settles them.

alter table lost_order
  -- The order of the store that its reference leads to, and the store for members of some stores; null: none is here (yet).
  add column order_id uuid,
  add column store_id uuid,
  add column found_at timestamptz(3) not null default now(),
  add column placed_at timestamptz(3),
  add column paid_at timestamptz(3),
  add column remote_state text not null default 'created',
  -- Minor units of `currency`.
  add column total bigint,
  add column currency text,
  -- [{"carrier": ..., "number": ..., "url": ...}]
  add column parcels jsonb not null default '[]',
  -- recorded: as the purchase `supplier_order_id`. dismissed: a person said that it is something else.
  add column settled_as text check (settled_as in ('recorded', 'dismissed')),
  add column settled_at timestamptz(3),
  add column supplier_order_id uuid,
  add check ((settled_as is null) = (settled_at is null));
-- Until a person has settled it, it holds the line back: that somebody was shown it no longer counts.
alter table lost_order drop column shown_at;
create index lost_order_open on lost_order (workplace_id, lost_order_id desc) where settled_at is null;
create index lost_order_of on lost_order (workplace_id, order_id) where order_id is not null;
call store_wall('lost_order');
call audited('lost_order', 'update', 'unrecorded_order', 'lost_order_id', 'source_order_no',
  'lines parcels reference found_at store_id remote_state');

-- Global: orders on the accounts that the operator shares between workspaces, under references of this installation that lead to
-- no workspace. known: some workspace has it after all.
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
