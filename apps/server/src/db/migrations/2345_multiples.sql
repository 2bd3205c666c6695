-- Multiples: one unit sold in a store may be several pieces of a supplier's variant (docs/decisions/0325).
alter table mapping_component add constraint mapping_component_pieces check (quantity between 1 and 99) not valid;

-- Pieces of the supplier's variant in one unit sold. The line's own quantities count units, its cost is that of one piece.
alter table order_line add column pieces_per_unit integer not null default 1 check (pieces_per_unit between 1 and 99);

-- As it was bought. Quantities of a supplier order count pieces.
alter table supplier_order_line add column pieces_per_unit integer not null default 1 check (pieces_per_unit between 1 and 99);

-- A parcel's quantity counts pieces. Reported to the store are units: those that this parcel completes; null: as many as pieces.
alter table shipment_line
  add column pieces_per_unit integer not null default 1 check (pieces_per_unit between 1 and 99),
  add column units integer check (units >= 0);

-- Stores' variants of which one unit takes several pieces of the variant they are listed from, as their supplier choices say.
create table store_multiple (
  workplace_id uuid not null,
  store_id uuid not null,
  external_variant_id text not null,
  source text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  source_product_id text not null,
  source_variant_id text not null,
  pieces integer not null check (pieces between 1 and 99),
  primary key (workplace_id, store_id, external_variant_id, source, mode, source_product_id, source_variant_id),
  foreign key (workplace_id, store_id) references store
);
call tenant_table('store_multiple');
call store_wall('store_multiple');
