-- Guards: conditions under which orders aren't bought without a person's decision. The default checks nothing.
alter table purchasing_setting add column guards jsonb not null default '{}';

-- Guards of one store instead of those of its workspace.
create table store_guard (
  workplace_id uuid not null,
  store_id uuid not null,
  guards jsonb not null,
  primary key (workplace_id, store_id)
);
call tenant_table('store_guard');
call store_wall('store_guard');
call audited('store_guard', 'insert or update or delete', 'order_setting', 'store_id', 'store_id', '');

-- An order stopped by a guard, and the approval of a person. `figure` is what was judged: a larger one is stopped again.
create table guard_stop (
  workplace_id uuid not null,
  order_id uuid not null,
  guard text not null,
  store_id uuid not null,
  figure bigint not null,
  params jsonb not null,
  -- Pay automatically once it is placed.
  pays boolean not null,
  requested_by uuid,
  stopped_at timestamptz not null default now(),
  approved_by uuid,
  approved_name text,
  approved_at timestamptz,
  note text,
  primary key (workplace_id, order_id, guard),
  foreign key (workplace_id, order_id) references sales_order on delete cascade
);
call tenant_table('guard_stop');
call store_wall('guard_stop');
call audited('guard_stop', 'update', 'guard_approval', 'order_id', 'guard', 'figure params pays stopped_at requested_by approved_by');

-- What a store reports about an order beyond its content. Stores that report nothing have no row.
create table order_risk (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  risk text check (risk in ('low', 'medium', 'high')),
  is_disputed boolean not null default false,
  read_at timestamptz(3) not null,
  primary key (workplace_id, order_id),
  foreign key (workplace_id, order_id) references sales_order on delete cascade
);
call tenant_table('order_risk');
call store_wall('order_risk');

-- not_before: the shopper may still cancel until then. requested_by: the account that asked for it.
alter table supplier_order add column not_before timestamptz;
alter table supplier_order add column requested_by uuid;
