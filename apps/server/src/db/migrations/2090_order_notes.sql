-- What a store's staff wrote on an order, and what is written there from here.
alter table sales_order add column tags text[] not null default '{}';
alter table sales_order add column staff_notes jsonb not null default '[]';

-- A change of an order's note or tags, written to its store exactly once.
create table order_edit (
  workplace_id uuid not null,
  edit_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  order_name text not null,
  kind text not null check (kind in ('note', 'add_tag', 'remove_tag')),
  text text not null,
  -- The store's note that its author saw, and the ids of staff notes known then.
  seen text not null default '',
  known_notes text[] not null default '{}',
  -- The store's note that is in conflict with it.
  store_text text,
  actor text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'unknown', 'done', 'failed', 'conflict', 'dropped')),
  attempts integer not null default 0,
  sent_at timestamptz,
  error_key text,
  error_params jsonb,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, edit_id),
  foreign key (workplace_id, order_id) references sales_order
);
create index order_edit_of on order_edit (workplace_id, order_id, edit_id);
create index order_edit_open on order_edit (workplace_id, next_attempt_at) where state in ('waiting', 'sending', 'unknown');
call tenant_table('order_edit');
call store_wall('order_edit');
call audited('order_edit', 'insert', 'order_note', 'order_id', 'order_name',
  'order_id store_id order_name kind text seen known_notes store_text actor state attempts sent_at error_key error_params');
create trigger order_edit_state_moves before update of state on order_edit for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    conflict>dropped,conflict>waiting,failed>dropped,failed>waiting,
    sending>conflict,sending>done,sending>failed,sending>unknown,sending>waiting,
    unknown>sending,waiting>sending}'))
  execute function refuse_move('state');
