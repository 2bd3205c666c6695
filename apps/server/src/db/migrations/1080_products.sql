-- Imported products as their owner edits them, with the supplier's data of the day of the import.
create table product (
  workplace_id uuid not null,
  product_id uuid not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source_product_id text not null,
  ship_to text not null default 'US',
  title text not null,
  description_html text not null default '',
  vendor text not null default '',
  product_type text not null default '',
  tags text[] not null default '{}',
  options jsonb not null default '[]',
  images jsonb not null default '[]',
  currency text not null default 'USD',
  cost_from bigint not null,
  cost_to bigint not null,
  price_from bigint not null,
  price_to bigint not null,
  total_variants integer not null,
  original jsonb not null,
  revision integer not null default 1,
  push_state text not null default 'unpushed' check (push_state in ('unpushed', 'processing', 'pushed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- It came with a store from another workplace of the account, where it counts as an import; it counts here once it is gone there.
  brought boolean not null default false,
  primary key (workplace_id, product_id)
);
create unique index product_once on product (workplace_id, source, mode, source_product_id) where deleted_at is null;
create index product_list on product (workplace_id, push_state, product_id desc) where deleted_at is null;
create index product_brought on product (workplace_id, product_id) where brought;
call tenant_table('product');
call audited('product', 'insert or update or delete', 'product', 'product_id', 'title', 'original revision push_state brought');

create table product_variant (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  source_variant_id text not null,
  -- The supplier's SKU; `sku` is the store's, which the owner may change.
  source_sku text not null,
  sku text not null,
  option_values text[] not null default '{}',
  cost bigint not null,
  price bigint not null,
  compare_at_price bigint,
  stock integer,
  weight_grams integer,
  image_url text,
  position integer not null,
  enabled boolean not null default true,
  primary key (workplace_id, variant_id),
  foreign key (workplace_id, product_id) references product
);
create index product_variant_of on product_variant (workplace_id, product_id, position);
create index product_variant_sku on product_variant (workplace_id, sku);
call tenant_table('product_variant');
-- Variants are inserted with their product, which has its own entry.
call audited('product_variant', 'update or delete', 'variant', 'variant_id', 'sku', 'position');

-- A product in a store; a split product has one listing per part. The row exists before the store is called.
create table listing (
  workplace_id uuid not null,
  listing_id uuid not null,
  product_id uuid not null,
  store_id uuid not null,
  part integer not null default 1,
  parts integer not null default 1,
  state text not null check (state in ('queued', 'pushing', 'unknown', 'listed', 'failed', 'removed')),
  publish_status text not null check (publish_status in ('active', 'draft')),
  settings jsonb not null default '{}',
  variant_ids uuid[] not null,
  pushed_revision integer,
  external_product_id text,
  handle text,
  url text,
  admin_url text,
  error_key text,
  error_params jsonb,
  process_id uuid,
  -- The columns of an effect (db/effect-row.ts): calls that may have had an effect, and the worker that holds the row.
  attempts integer not null default 0,
  sent_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  pushed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when the push is requested. Null: from before this was stored.
  queued_at timestamptz,
  pauses integer not null default 0,
  primary key (workplace_id, listing_id),
  foreign key (workplace_id, product_id) references product,
  foreign key (workplace_id, store_id) references store
);
create unique index listing_once on listing (workplace_id, product_id, store_id, part) where state <> 'removed';
create index listing_external on listing (workplace_id, store_id, external_product_id);
create index listing_due on listing (workplace_id, store_id, next_attempt_at) where state in ('queued', 'pushing', 'unknown');
create index listing_of on listing (workplace_id, product_id);
create index listing_process on listing (workplace_id, process_id);
call tenant_table('listing');
call store_wall('listing');
call audited('listing', 'insert or update or delete', 'listing', 'listing_id', 'handle', 'sent_at queued_at process_id variant_ids');
create trigger listing_state_moves before update of state on listing for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    failed>queued,failed>removed,
    listed>failed,listed>queued,
    pushing>failed,pushing>listed,pushing>queued,pushing>unknown,
    queued>pushing,
    unknown>pushing}'))
  execute function refuse_move('state');

create table listing_variant (
  workplace_id uuid not null,
  listing_id uuid not null,
  variant_id uuid not null,
  store_id uuid not null,
  external_variant_id text not null,
  external_inventory_item_id text,
  sku text not null,
  primary key (workplace_id, listing_id, variant_id),
  foreign key (workplace_id, listing_id) references listing
);
create index listing_variant_external on listing_variant (workplace_id, store_id, external_variant_id);
create index listing_variant_sku on listing_variant (workplace_id, store_id, sku);
call tenant_table('listing_variant');
call store_wall('listing_variant');

-- Product pages elsewhere, saved to be found at suppliers. address_hash is that of the address without tracking parameters
-- (features/saved-pages/rules/same-page.ts), so that a page is saved once.
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

-- AI writing of one product: running, then a proposal. `fields` holds per field the earlier text, the proposed one, and whether it
-- was accepted or undone.
create table enhancement (
  workplace_id uuid not null,
  enhancement_id uuid not null,
  product_id uuid not null,
  state text not null check (state in ('queued', 'writing', 'proposed', 'failed')),
  style text,
  tone text,
  writer jsonb,
  fields jsonb not null default '{}',
  error_key text,
  error_params jsonb,
  -- Failed attempts.
  attempts integer not null default 0,
  process_id uuid not null,
  asked_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Since when the AI provider says it is busy. Time spent in our own queue before that does not count.
  busy_since timestamptz(3),
  primary key (workplace_id, enhancement_id),
  foreign key (workplace_id, product_id) references product
);
create index enhancement_of on enhancement (workplace_id, product_id);
-- Two at once would propose against each other.
create unique index enhancement_once on enhancement (workplace_id, product_id) where state in ('queued', 'writing');
call tenant_table('enhancement');
-- Logs who had which product written, manually or by the rule. Accepted texts change the product, which has its own entries.
call audited('enhancement', 'insert', 'enhancement', 'product_id', '',
  'enhancement_id product_id state writer fields error_key error_params busy_since process_id');

-- AI writing settings of a workplace, and the rule that enhances imported products on behalf of the member who switched it on.
-- Without a row nothing is set and the rule is off.
create table ai_writing_setting (
  workplace_id uuid not null primary key,
  style text,
  tone text,
  language text,
  forbidden_words text[] not null default '{}',
  brand_voice text not null default '',
  is_enable boolean not null default false,
  turned_on_by uuid,
  turned_on_name text,
  turned_on_at timestamptz(3),
  check (not is_enable or (turned_on_by is not null and turned_on_name is not null and turned_on_at is not null))
);
call tenant_table('ai_writing_setting');
call audited('ai_writing_setting', 'insert or update', 'ai_writing', 'workplace_id', '', 'turned_on_by turned_on_name turned_on_at');
