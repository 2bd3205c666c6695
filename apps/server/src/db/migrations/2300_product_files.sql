-- The catalog as CSV files, out and in.

-- `request` is the filter or the ids that were asked for. The file is deleted a day after it was saved.
create table product_export (
  workplace_id uuid not null,
  export_id uuid not null,
  form text not null check (form in ('shopify', 'woocommerce')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  request jsonb not null,
  products integer not null default 0,
  file_id uuid,
  fault text,
  fault_params jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (workplace_id, export_id)
);
create index product_export_recent on product_export (workplace_id, created_at desc);
call tenant_table('product_export');
create trigger product_export_state_moves before update of state on product_export
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{running>done,running>failed}'))
  execute function refuse_move('state');

-- A CSV file of products: read by a job, shown, and applied once it is confirmed. `file` is dropped when it was read.
create table product_import (
  workplace_id uuid not null,
  import_id uuid not null,
  -- From the caller: a repeated upload is the same import.
  request_key text not null,
  file_name text not null,
  file bytea,
  mode text not null check (mode in ('live', 'sandbox')),
  currency text not null,
  form text check (form in ('shopify', 'woocommerce')),
  state text not null default 'reading' check (state in ('reading', 'ready', 'applying', 'done', 'refused', 'discarded')),
  fault text,
  fault_params jsonb not null default '{}',
  encoding text check (encoding in ('utf-8', 'utf-16', 'windows-1252')),
  ignored text[] not null default '{}',
  rows integer not null default 0,
  known_choice text check (known_choice in ('skip', 'update')),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (workplace_id, import_id),
  unique (workplace_id, request_key)
);
create index product_import_recent on product_import (workplace_id, created_at desc);
call tenant_table('product_import');
create trigger product_import_state_moves before update of state on product_import
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{applying>done,reading>ready,reading>refused,ready>applying,ready>discarded}'))
  execute function refuse_move('state');

-- One product of a file. `item_no` is its first row; `fate` is what it was when the file was read, `outcome` what the import made of it.
create table product_import_item (
  workplace_id uuid not null,
  import_id uuid not null,
  item_no integer not null,
  handle text not null,
  title text not null,
  fate text not null check (fate in ('new', 'known', 'refused')),
  variants integer not null,
  images integer not null,
  draft jsonb,
  faults jsonb not null default '[]',
  warnings jsonb not null default '[]',
  product_id uuid,
  outcome text check (outcome in ('created', 'updated', 'skipped', 'failed')),
  error_key text,
  error_params jsonb,
  primary key (workplace_id, import_id, item_no),
  foreign key (workplace_id, import_id) references product_import (workplace_id, import_id) on delete cascade
);
create index product_import_item_fate on product_import_item (workplace_id, import_id, fate, item_no);
call tenant_table('product_import_item');
