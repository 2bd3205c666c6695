-- Feeds of a store's products for places without a connector. The address is signed with the revision; a new revision ends the old
-- address. `problems` is why products were left out, the first of them. Each refresh makes a new file.
create table product_feed (
  workplace_id uuid not null,
  feed_id uuid not null,
  store_id uuid not null,
  format text not null check (format in ('xml', 'csv')),
  revision integer not null default 1,
  file_id uuid,
  etag text,
  items integer not null default 0,
  products integer not null default 0,
  left_out integer not null default 0,
  problems jsonb not null default '[]',
  fault text,
  fault_params jsonb not null default '{}',
  refreshed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, feed_id),
  unique (workplace_id, store_id, format),
  foreign key (workplace_id, store_id) references store (workplace_id, store_id) on delete cascade
);
call tenant_table('product_feed');
call store_wall('product_feed');
call audited('product_feed', 'insert or update or delete', 'product_feed', 'feed_id', 'format',
  'file_id etag items products left_out problems fault fault_params refreshed_at');
