-- What each push wrote, how the store held it right afterwards, and what the store held at the last read, by field
-- (features/products/field-repo.ts), so that a later push recognizes what the merchant changed. Null: pushed before this was kept.
alter table listing add column fields jsonb;
alter table listing_variant add column fields jsonb;
-- When the store was last read; fields that are the store's own, and those that both sides changed.
alter table listing add column fields_read_at timestamptz;
alter table listing add column own_fields integer not null default 0;
alter table listing add column conflicts integer not null default 0;
-- The status in the store; null: not known.
alter table listing add column store_status text;
-- A person's choice by field: ours or theirs.
alter table listing add column choices jsonb not null default '{}';
create index listing_differs on listing (workplace_id, product_id) where conflicts > 0;
drop trigger audited_insert on listing;
drop trigger audited_update on listing;
drop trigger audited_delete on listing;
call audited('listing', 'insert or update or delete', 'listing', 'listing_id', 'handle',
  'sent_at queued_at process_id variant_ids fields fields_read_at own_fields conflicts store_status');

-- Fields in which the owner always wants Quayside's value in a store, whatever the merchant changed there.
create table field_owner_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  quayside_wins text[] not null default '{}',
  primary key (workplace_id, store_id)
);
call tenant_table('field_owner_setting');
call store_wall('field_owner_setting');
call audited('field_owner_setting', 'insert or update or delete', 'store', 'store_id', 'store_id', '');
