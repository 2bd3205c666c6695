-- The same changes made to many products, with what they replaced, so that they can be undone.

-- store_ids: the stores that were brought up to date; null: every store that has the products. Counts are products; `pushed` counts
-- listings.
create table bulk_edit (
  workplace_id uuid not null,
  edit_id uuid not null,
  state text not null default 'applying' check (state in ('applying', 'applied', 'undoing', 'undone')),
  changes jsonb not null,
  store_ids uuid[],
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  restored integer not null default 0,
  kept integer not null default 0,
  pushed integer not null default 0,
  requested_by text not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (workplace_id, edit_id)
);
create unique index bulk_edit_running on bulk_edit (workplace_id) where state in ('applying', 'undoing');
call tenant_table('bulk_edit');
call audited('bulk_edit', 'insert or update', 'bulk_edit', 'edit_id', 'edit_id',
  'changes store_ids requested_by changed unchanged refused restored kept pushed created_at ended_at');

create trigger bulk_edit_state_moves before update of state on bulk_edit for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all
    ('{applied>undoing,applying>applied,undoing>undone}'))
  execute function refuse_move('state');

-- before, after: the values that really changed. error_key: why a product was refused, or not restored completely.
create table bulk_edit_item (
  workplace_id uuid not null,
  edit_id uuid not null,
  product_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'changed', 'unchanged', 'refused', 'restored', 'kept')),
  before jsonb,
  after jsonb,
  error_key text,
  primary key (workplace_id, edit_id, product_id),
  foreign key (workplace_id, edit_id) references bulk_edit on delete cascade
);
create index bulk_edit_item_state on bulk_edit_item (workplace_id, edit_id, state, product_id);
call tenant_table('bulk_edit_item');
