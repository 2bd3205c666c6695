-- What it takes to go on after the data went back in time.

-- The supplier is asked for the reference before the first call: the order may have been placed before the restore.
-- When every supplier was asked since the restore.
alter table installation add column checked_at timestamptz(3);

alter table supplier_order add column ask_first boolean not null default false;

-- For which restore the orders of a supplier connection were compared with ours.
create table restore_check (
  workplace_id uuid not null,
  connection_id uuid not null,
  restored_at timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  primary key (workplace_id, connection_id)
);
call tenant_table('restore_check');

-- Orders that a supplier has under a reference of ours and that this database did not know when it was compared.
create table lost_order (
  workplace_id uuid not null,
  lost_order_id uuid not null,
  connection_id uuid not null,
  source_order_no text not null,
  order_number text,
  reference text not null,
  -- [{"variant": ..., "quantity": ...}] as the supplier has them.
  lines jsonb not null,
  -- A person was told that it may be what a line was bought with.
  shown_at timestamptz(3),
  primary key (workplace_id, lost_order_id),
  unique (workplace_id, connection_id, source_order_no)
);
call tenant_table('lost_order');
