-- A member's choice about the archive, which later readings of the store do not change.
alter table sales_order add column archive_edit text check (archive_edit in ('archived', 'open'));

drop trigger audited_update on sales_order;
call audited('sales_order', 'update', 'order', 'order_id', 'name',
  'tab problems read_at store_updated_at cost cost_is_whole cost_currency archive_edit is_manual');

-- Changes of many orders at once, so that they can be undone. `before` holds order ids by their former value.
create table order_change (
  workplace_id uuid not null,
  change_id uuid not null,
  kind text not null check (kind in ('mark', 'archive', 'revert')),
  value text not null,
  before jsonb not null,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  primary key (workplace_id, change_id)
);
create index order_change_old on order_change (workplace_id, created_at);
call tenant_table('order_change');

-- Saved views of a list: filters as in its URL, and hidden columns. A shared one is seen by the whole workspace.
create table list_view (
  workplace_id uuid not null,
  view_id uuid not null,
  account_id uuid not null,
  created_by text not null,
  list text not null,
  name text not null,
  search text not null,
  hidden_columns text[] not null default '{}',
  shared boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, view_id)
);
create unique index list_view_name on list_view (workplace_id, list, account_id, lower(name));
call tenant_table('list_view');
