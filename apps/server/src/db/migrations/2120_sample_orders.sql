-- Orders of a product for the owner. Only orders created in Quayside can be samples.
alter table sales_order add column is_sample boolean not null default false check (not is_sample or is_manual);
create index sales_order_sample on sales_order (workplace_id, placed_at desc, order_id desc) where is_sample;

drop trigger audited_update on sales_order;
call audited('sales_order', 'update', 'order', 'order_id', 'name',
  'tab problems read_at store_updated_at cost cost_is_whole cost_currency archive_edit is_manual is_sample');

-- Where a workspace has its samples sent: entered with one, and filled in for the next.
create table sample_address (
  workplace_id uuid primary key,
  address jsonb not null,
  updated_at timestamptz(3) not null default now()
);
call tenant_table('sample_address');
call audited('sample_address', 'insert or update', 'order_setting', 'workplace_id', 'workplace_id', 'address updated_at');
