-- Defaults of a workspace for pushing products. Without a row nothing was saved; an empty row has the specification's defaults.
-- channels: options of channels that don't follow the workspace, by platform (contracts/src/product-settings.ts).
create table product_setting (
  workplace_id uuid not null primary key,
  split_threshold integer not null default 100 check (split_threshold between 0 and 100),
  split_logic text not null default 'all' check (split_logic in ('all', 'excess')),
  split_handle text not null default 'max_variant' check (split_handle in ('max_variant', 'max_product')),
  max_variants_per_product integer not null default 100 check (max_variants_per_product >= 0),
  max_create_products integer not null default 100 check (max_create_products >= 0),
  is_publish boolean not null default true,
  allow_sell_out_of_stock boolean not null default false,
  channels jsonb not null default '{}',
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
call tenant_table('product_setting');
call audited('product_setting', 'insert or update or delete', 'product_setting', 'workplace_id', '', 'revision updated_at');
