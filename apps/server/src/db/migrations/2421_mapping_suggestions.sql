-- Variants that a store has and that no supplier is known for, though they were never sold, each with the imported variant that it
-- probably is. One row per variant; a variant that gets a supplier choice loses its row, unless the row is why it has one.
create table mapping_suggestion (
  workplace_id uuid not null,
  suggestion_id uuid not null,
  store_id uuid not null,
  external_product_id text,
  external_variant_id text not null,
  product_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  title text not null,
  variant_title text not null,
  sku text not null,
  image_url text,
  -- The proposed variant (features/products, MappingCandidate); null: nothing imported resembles this one.
  partner jsonb,
  confidence integer not null default 0 check (confidence between 0 and 100),
  reasons text[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'applied', 'refused')),
  automatic boolean not null default false,
  -- The run that saw the variant last.
  checked_at timestamptz(3) not null,
  decided_at timestamptz(3),
  primary key (workplace_id, suggestion_id)
);
create unique index mapping_suggestion_variant on mapping_suggestion (workplace_id, store_id, external_variant_id);
create index mapping_suggestion_list on mapping_suggestion (workplace_id, state, confidence desc, suggestion_id);
call tenant_table('mapping_suggestion');
call store_wall('mapping_suggestion');
create trigger mapping_suggestion_state_moves before update of state on mapping_suggestion for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    open>applied,open>refused,refused>open,refused>applied,applied>refused,applied>open}'))
  execute function refuse_move('state');

-- How far a workspace's variants without a supplier have been compared with its imported products.
create table mapping_suggestion_run (
  workplace_id uuid not null primary key,
  wanted_at timestamptz(3) not null default now(),
  -- null: the next run starts at the first listing.
  started_at timestamptz(3),
  -- The last listing that was compared.
  cursor uuid,
  holder uuid,
  held_until timestamptz(3),
  done_at timestamptz(3)
);
call tenant_table('mapping_suggestion_run');

-- Suggestions of at least this confidence are applied without asking; null: none are.
alter table mapping_setting add column map_from integer check (map_from between 50 and 100);
