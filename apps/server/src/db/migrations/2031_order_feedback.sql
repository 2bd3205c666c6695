-- What members write about an order for each other; open until one of them marks it as done.
create table order_feedback (
  workplace_id uuid not null,
  feedback_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  topic text not null check (topic in ('item', 'price', 'shipping', 'address', 'supplier', 'other')),
  text text not null,
  account_id uuid not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  done_by text,
  primary key (workplace_id, feedback_id),
  foreign key (workplace_id, order_id) references sales_order on delete cascade
);
create index order_feedback_open on order_feedback (workplace_id, created_at desc, feedback_id desc) where done_at is null;
create index order_feedback_done on order_feedback (workplace_id, created_at desc, feedback_id desc) where done_at is not null;
create index order_feedback_of on order_feedback (workplace_id, order_id, created_at desc);
call tenant_table('order_feedback');
call store_wall('order_feedback');
