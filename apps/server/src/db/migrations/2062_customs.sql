-- What a store declares to customs.
create table store_customs (
  workplace_id uuid not null,
  store_id uuid not null,
  -- The store's number in the Import One-Stop Shop, for parcels to the European Union.
  ioss text,
  -- Value on the parcel: what the supplier charges, or what the shopper paid.
  declares text not null default 'supplier' check (declares in ('supplier', 'sale')),
  primary key (workplace_id, store_id)
);
call tenant_table('store_customs');
call store_wall('store_customs');
call audited('store_customs', 'insert or update', 'order_setting', 'store_id', 'store_id', '');
