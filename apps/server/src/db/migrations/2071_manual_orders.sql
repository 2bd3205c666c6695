-- Orders created in Quayside. They belong to a store that knows nothing of them.
alter table sales_order add column is_manual boolean not null default false;
create index sales_order_manual on sales_order (workplace_id, store_id) where is_manual;

-- A CSV file of orders: read by a job, shown, and applied once it is confirmed. `file` is dropped when it was read.
create table order_import (
  workplace_id uuid not null,
  import_id uuid not null,
  store_id uuid not null,
  file_name text not null,
  file bytea,
  state text not null check (state in ('reading', 'ready', 'applying', 'done', 'refused', 'discarded')),
  fault text,
  fault_params jsonb not null default '{}',
  encoding text check (encoding in ('utf-8', 'utf-16', 'windows-1252')),
  header text[] not null default '{}',
  ignored text[] not null default '{}',
  rows integer not null default 0,
  counts jsonb not null default '{}',
  actor text not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (workplace_id, import_id),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
create index order_import_recent on order_import (workplace_id, created_at desc);
call tenant_table('order_import');
call store_wall('order_import');
create trigger order_import_state_moves before update of state on order_import
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{applying>done,reading>ready,reading>refused,ready>applying,ready>discarded}'))
  execute function refuse_move('state');

-- A row of a file by its column names, kept until its order is created or the file is gone.
create table order_import_row (
  workplace_id uuid not null,
  import_id uuid not null,
  row_no integer not null,
  order_number text not null,
  cells jsonb not null,
  primary key (workplace_id, import_id, row_no),
  foreign key (workplace_id, import_id) references order_import (workplace_id, import_id) on delete cascade
);
create index order_import_row_order on order_import_row (workplace_id, import_id, order_number);
call tenant_table('order_import_row');

-- One order of a file with its outcome. `item_no` is its first row.
create table order_import_item (
  workplace_id uuid not null,
  import_id uuid not null,
  item_no integer not null,
  order_number text not null,
  fate text check (fate in ('new', 'known', 'refused')),
  lines integer not null default 0,
  draft jsonb,
  faults jsonb not null default '[]',
  order_id uuid,
  primary key (workplace_id, import_id, item_no),
  unique (workplace_id, import_id, order_number),
  foreign key (workplace_id, import_id) references order_import (workplace_id, import_id) on delete cascade
);
create index order_import_item_fate on order_import_item (workplace_id, import_id, fate, item_no);
call tenant_table('order_import_item');
