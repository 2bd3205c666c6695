-- What a store has instead of a product's common values. null: as in all stores. A row stays when everything is reset, so that its
-- revision keeps counting up.
create table store_override (
  workplace_id uuid not null,
  override_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  title text,
  description_html text,
  vendor text,
  product_type text,
  tags text[],
  seo_title text,
  seo_description text,
  status text check (status in ('active', 'draft')),
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, override_id)
);
create unique index store_override_of on store_override (workplace_id, product_id, store_id);
create index store_override_in on store_override (workplace_id, store_id);
call tenant_table('store_override');
call store_wall('store_override');
call audited('store_override', 'insert or update', 'store_override', 'override_id', 'override_id', 'revision updated_at');

-- The revision of the store's own values that the last push wrote; 0: none.
alter table listing add column pushed_override integer not null default 0;
drop trigger audited_insert on listing;
drop trigger audited_update on listing;
drop trigger audited_delete on listing;
call audited('listing', 'insert or update or delete', 'listing', 'listing_id', 'handle',
  'sent_at queued_at process_id variant_ids fields fields_read_at own_fields conflicts store_status stopped_variants collections pushed_override');
