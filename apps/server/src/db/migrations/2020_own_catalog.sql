-- The operator's own products beside the sandbox's made-up ones: a product belongs to one mode, and so do its SKUs.
alter table warehouse.product
  add column mode text not null default 'sandbox' check (mode in ('live', 'sandbox')),
  add column handle text,
  add column status text not null default 'active' check (status in ('active', 'archived'));
create unique index product_handle on warehouse.product (mode, handle);
create index product_pictures on warehouse.product using gin (images) where handle is not null;

alter table warehouse.variant
  add column mode text not null default 'sandbox' check (mode in ('live', 'sandbox')),
  add column barcode text,
  add column archived boolean not null default false;
alter table warehouse.variant drop constraint variant_sku_key;
create unique index variant_sku on warehouse.variant (mode, sku);
create index variant_picture on warehouse.variant (image) where image is not null;

-- What shipping costs and how long it takes, for the operator's own products. An empty ships_from: from everywhere.
create table warehouse.shipping_rate (
  ships_from text not null default '',
  country text not null,
  service text not null,
  parcel bigint not null check (parcel >= 0),
  per_kg bigint not null check (per_kg >= 0),
  processing_min integer not null check (processing_min >= 0),
  processing_max integer not null,
  delivery_min integer not null check (delivery_min >= 0),
  delivery_max integer not null,
  primary key (ships_from, country, service),
  check (processing_max >= processing_min and delivery_max >= delivery_min)
);

-- Pictures of imported products by where they come from: an address, or `file:` and the name of an uploaded file.
create table warehouse.picture (
  source text not null primary key,
  state text not null check (state in ('waiting', 'ready', 'failed')),
  key text,
  fault text,
  tries integer not null default 0,
  next_try_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  check ((state = 'ready') = (key is not null))
);
create index picture_due on warehouse.picture (next_try_at) where state = 'waiting';
create index picture_failed on warehouse.picture (source) where state = 'failed';

-- A CSV file of an operator: read by a job, shown, and applied once it is confirmed. `file` is dropped when it was read.
create table warehouse.import (
  import_id uuid not null primary key,
  mode text not null check (mode in ('live', 'sandbox')),
  kind text check (kind in ('products', 'stock', 'rates')),
  file_name text not null,
  file bytea,
  state text not null check (state in ('reading', 'ready', 'applying', 'done', 'refused', 'discarded')),
  apply boolean not null default false,
  fault text,
  fault_params jsonb not null default '{}',
  header text[] not null default '{}',
  ignored text[] not null default '{}',
  counts jsonb not null default '{}',
  removed integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index import_recent on warehouse.import (created_at desc);

-- One product (or rate, or stock level) of a file with what becomes of it, and the rows it came from.
create table warehouse.import_item (
  import_id uuid not null references warehouse.import on delete cascade,
  item_no integer not null,
  name text not null,
  title text not null,
  fate text not null check (fate in ('new', 'changed', 'unchanged', 'refused')),
  variants integer not null,
  archives integer not null default 0,
  draft jsonb,
  faults jsonb not null default '[]',
  rows jsonb not null default '[]',
  applied boolean not null default false,
  primary key (import_id, item_no)
);
create index import_item_fate on warehouse.import_item (import_id, fate, item_no);

create trigger import_state_moves before update of state on warehouse.import
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{applying>done,reading>ready,reading>refused,ready>applying,ready>discarded}'))
  execute function refuse_move('state');
create trigger import_tells after insert or update on warehouse.import
  for each statement execute function warehouse.tell_staff();
create trigger picture_tells after update on warehouse.picture
  for each statement execute function warehouse.tell_staff();
