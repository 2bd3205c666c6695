-- How a workspace keeps its mappings up to date with its suppliers; without a row nothing is checked.
create table mapping_setting (
  workplace_id uuid not null primary key,
  -- off; propose: a person accepts; apply: from min_confidence on, it is applied automatically.
  healing text not null default 'off' check (healing in ('off', 'propose', 'apply')),
  min_confidence integer not null default 95 check (min_confidence between 50 and 100),
  -- Order lines that would buy a missing variant wait until its proposal is decided.
  hold_orders boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
call tenant_table('mapping_setting');
call audited('mapping_setting', 'insert or update or delete', 'mapping_setting', 'workplace_id', '', 'updated_at');

-- A supplier variant that the workspace buys, and that its supplier no longer has under this id or SKU, with its proposed replacement.
create table mapping_proposal (
  workplace_id uuid not null,
  proposal_id uuid not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source_product_id text not null,
  source_variant_id text not null,
  source_sku text not null,
  title text not null,
  option_values text[] not null default '{}',
  image_url text,
  kind text not null check (kind in ('product_gone', 'variant_gone', 'sku_renamed')),
  -- The proposed variant (features/mapping/tables.ts, Partner); null: nothing resembles it.
  partner jsonb,
  confidence integer not null default 0 check (confidence between 0 and 100),
  reasons text[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'applied', 'refused', 'undone', 'closed')),
  held boolean not null default false check (not held or state = 'open'),
  -- What applying changed, for an undo (features/mapping/tables.ts, Applied).
  applied jsonb,
  automatic boolean not null default false,
  found_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  primary key (workplace_id, proposal_id)
);
-- One decision per variant counts; applied and closed ones are history.
create unique index mapping_proposal_current on mapping_proposal (workplace_id, source, mode, source_product_id, source_variant_id)
  where state in ('open', 'refused', 'undone');
create index mapping_proposal_list on mapping_proposal (workplace_id, state, proposal_id);
create index mapping_proposal_held on mapping_proposal (workplace_id, source, source_product_id) where held;
call tenant_table('mapping_proposal');
call audited('mapping_proposal', 'update', 'mapping_proposal', 'proposal_id', 'title',
  'source mode source_product_id source_variant_id option_values image_url kind partner confidence reasons source_sku applied automatic found_at decided_at');
create trigger mapping_proposal_state_moves before update of state on mapping_proposal for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    open>applied,open>refused,open>closed,
    refused>open,refused>applied,refused>closed,
    applied>undone,
    undone>open,undone>applied,undone>closed}'))
  execute function refuse_move('state');

-- Which workspaces are due for a check of their mappings, and how far the current one has come.
create table mapping_check (
  workplace_id uuid not null primary key,
  account_id uuid not null,
  due_at timestamptz(3) not null default now(),
  -- The last supplier product checked, by "source mode"; kept when a supplier couldn't be asked, so that the next check continues there.
  cursors jsonb not null default '{}',
  -- Suppliers that the current check has finished.
  done text[] not null default '{}',
  holder uuid,
  held_until timestamptz(3),
  checked_at timestamptz(3)
);
create index mapping_check_due on mapping_check (due_at);
create index mapping_component_order on mapping_component (workplace_id, source, mode, source_product_id);
drop index mapping_component_source;
