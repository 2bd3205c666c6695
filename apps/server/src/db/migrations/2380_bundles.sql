-- Bundles: one unit sold may take variants of several suppliers (docs/decisions/0345).

-- A line's first part is the line itself. Each further part is a line of its own: bought, shipped and blocked like any other,
-- with the quantities of the line it belongs to, and without a price.
alter table order_line
  add column bundle_line_id uuid,
  add column bundle_position integer check (bundle_position between 1 and 9),
  -- Units of this part in parcels that are not reported to the store yet, because other parts are missing.
  add column shipped_ahead integer not null default 0 check (shipped_ahead >= 0),
  -- It was requested at a supplier, also if that came to nothing.
  add column requested boolean not null default false,
  add constraint order_line_bundle check ((bundle_line_id is null) = (bundle_position is null));
create unique index order_line_parts on order_line (workplace_id, order_id, bundle_line_id, bundle_position)
  where bundle_line_id is not null;

-- All parts of the bundles that stores' variants are, as their supplier choices say.
create table store_bundle_part (
  workplace_id uuid not null,
  store_id uuid not null,
  external_variant_id text not null,
  choice integer not null,
  position integer not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source_product_id text not null,
  source_variant_id text not null,
  pieces integer not null check (pieces between 1 and 99),
  -- Of one piece when it was mapped, in case its product is removed.
  unit_cost bigint,
  primary key (workplace_id, store_id, external_variant_id, choice, position),
  foreign key (workplace_id, store_id) references store
);
create index store_bundle_part_source on store_bundle_part (workplace_id, source, mode, source_product_id);
call tenant_table('store_bundle_part');
call store_wall('store_bundle_part');

drop trigger audited_update on order_line;
call audited('order_line', 'update', 'order_line', 'line_id', 'title', 'bundle_line_id bundle_position requested shipped_ahead');
