-- Where a store's thing is bought by its owner's own hand, kept for the next order with it.
create table buying_address (
  workplace_id uuid not null,
  buying_address_id uuid not null,
  store_id uuid not null,
  -- What is sold, as its store knows it: features/purchasing/rules/bought-thing.ts.
  thing text not null,
  title text not null,
  address text not null,
  primary key (workplace_id, buying_address_id)
);
create unique index buying_address_thing on buying_address (workplace_id, store_id, thing);
call tenant_table('buying_address');
call store_wall('buying_address');
call audited('buying_address', 'insert or update or delete', 'buying_address', 'buying_address_id', 'title', 'thing');
