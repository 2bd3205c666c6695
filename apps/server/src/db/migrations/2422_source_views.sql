-- Supplier products that a member opened, so that they are found again and can be left out of a search. The newest 200 of a
-- member, for 90 days.
create table source_view (
  workplace_id uuid not null,
  account_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source text not null,
  source_product_id text not null,
  viewed_at timestamptz(3) not null default now(),
  primary key (workplace_id, account_id, mode, source, source_product_id)
);
create index source_view_recent on source_view (workplace_id, account_id, mode, viewed_at desc);
create index source_view_old on source_view (workplace_id, viewed_at);
call tenant_table('source_view');
