-- Pages of products elsewhere, saved to be looked for at suppliers. One page is one address, whatever a campaign put behind it:
-- address_hash is that of the address without it (features/saved-pages/rules/same-page.ts).
create table saved_page (
  workplace_id uuid not null,
  saved_page_id uuid not null,
  address text not null,
  address_hash bytea not null,
  title text not null,
  image_url text,
  -- In the smallest unit of the currency.
  price bigint,
  currency text,
  saved_at timestamptz(3) not null,
  primary key (workplace_id, saved_page_id),
  unique (workplace_id, address_hash),
  check ((price is null) = (currency is null))
);
create index saved_page_newest on saved_page (workplace_id, saved_at desc, saved_page_id desc);
call tenant_table('saved_page');
call audited('saved_page', 'insert or update or delete', 'saved_page', 'saved_page_id', 'title', 'address_hash saved_at');
