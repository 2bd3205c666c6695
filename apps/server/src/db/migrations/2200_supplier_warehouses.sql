-- Warehouses that orders to a supplier can name, as it last reported them; a job asks, screens read.
create table supplier_warehouses (
  workplace_id uuid not null,
  connection_id uuid not null,
  state text not null check (state in ('asking', 'known', 'failed')),
  warehouses jsonb,
  error_key text,
  error_params jsonb,
  asked_at timestamptz not null default now(),
  known_at timestamptz,
  primary key (workplace_id, connection_id)
);
call tenant_table('supplier_warehouses');
