-- Automatic updates: what suppliers report changes prices, stock and status of listings, by a store's rules.

create table auto_update_rule (
  workplace_id uuid not null,
  store_id uuid not null,
  is_enabled boolean not null default false,
  rules jsonb not null,
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, store_id)
);
call tenant_table('auto_update_rule');
call store_wall('auto_update_rule');
call audited('auto_update_rule', 'insert or update or delete', 'auto_update_rule', 'store_id', '', 'store_id revision updated_at');

-- What a check of a supplier found, until it was decided on. costs, stocks, found: variants that had one before the check.
create table supplier_report (
  workplace_id uuid not null,
  report_id uuid not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  costs integer not null,
  stocks integer not null,
  found integer not null,
  facts jsonb not null default '[]',
  not_before timestamptz not null default now(),
  primary key (workplace_id, report_id)
);
create index supplier_report_of on supplier_report (workplace_id, source, mode, report_id);
call tenant_table('supplier_report');

-- A supplier's answers that look like a fault. facts: by variant, the last believed values as `was`.
create table supplier_hold (
  workplace_id uuid not null,
  hold_id uuid not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  fault text not null check (fault in ('cost_up', 'cost_down', 'stock', 'vanished')),
  affected integer not null,
  checked integer not null,
  facts jsonb not null default '[]',
  state text not null default 'open' check (state in ('open', 'released', 'dismissed', 'recovered')),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (workplace_id, hold_id)
);
create unique index supplier_hold_open on supplier_hold (workplace_id, source, mode) where state = 'open';
call tenant_table('supplier_hold');
call audited('supplier_hold', 'update', 'supplier_hold', 'hold_id', 'source', 'hold_id facts mode created_at ended_at');

-- Changes of a store's listings that are written together, up to 50 listings.
create table auto_update_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  store_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'unknown', 'done', 'failed')),
  attempts integer not null default 0,
  sent_at timestamptz,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, batch_id)
);
create index auto_update_batch_open on auto_update_batch (workplace_id, next_attempt_at)
  where state in ('waiting', 'sending', 'unknown');
call tenant_table('auto_update_batch');
call store_wall('auto_update_batch');
create trigger auto_update_batch_state_moves before update of state on auto_update_batch for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending}'))
  execute function refuse_move('state');

-- variant_id is null where the whole product changes. before: null until the store was read. undoes: the change that it takes back.
create table auto_update_change (
  workplace_id uuid not null,
  change_id uuid not null,
  batch_id uuid,
  store_id uuid not null,
  listing_id uuid not null,
  product_id uuid not null,
  variant_id uuid,
  title text not null,
  field text not null check (field in ('price', 'stock', 'status')),
  cause text not null check (cause in ('cost_up', 'cost_down', 'out_of_stock', 'back_in_stock', 'vanished', 'undo')),
  rule text not null,
  currency text not null,
  expected jsonb,
  before jsonb,
  after jsonb not null,
  facts jsonb,
  state text not null check (state in ('approval', 'waiting', 'done', 'kept', 'failed', 'dismissed')),
  error_key text,
  error_params jsonb,
  undoes uuid,
  undone_by uuid,
  requested_by text,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (workplace_id, change_id)
);
-- One open change of a field at a time.
create unique index auto_update_change_open on auto_update_change
  (workplace_id, listing_id, field, coalesce(variant_id, '00000000-0000-0000-0000-000000000000'))
  where state in ('approval', 'waiting');
create index auto_update_change_batch on auto_update_change (workplace_id, batch_id) where state = 'waiting';
create index auto_update_change_of on auto_update_change (workplace_id, listing_id, ended_at);
create index auto_update_change_store on auto_update_change (workplace_id, store_id, change_id);
call tenant_table('auto_update_change');
call store_wall('auto_update_change');
call audited('auto_update_change', 'insert or update', 'auto_update', 'change_id', 'title',
  'change_id batch_id store_id listing_id product_id variant_id title currency expected facts error_key error_params undoes undone_by requested_by created_at ended_at');

-- Variants of a listing whose stock an automatic update set to 0: a push leaves it there.
alter table listing add column stopped_variants uuid[] not null default '{}';
drop trigger audited_insert on listing;
drop trigger audited_update on listing;
drop trigger audited_delete on listing;
call audited('listing', 'insert or update or delete', 'listing', 'listing_id', 'handle',
  'sent_at queued_at process_id variant_ids fields fields_read_at own_fields conflicts store_status stopped_variants');
