-- The packed product's size in millimeters; null: not known. weight_unit: how its weights are shown, they are stored in grams.
alter table product add column length_mm integer check (length_mm between 1 and 100000);
alter table product add column width_mm integer check (width_mm between 1 and 100000);
alter table product add column height_mm integer check (height_mm between 1 and 100000);
alter table product add column weight_unit text not null default 'g' check (weight_unit in ('g', 'kg', 'oz', 'lb'));
-- weight_grams is the owner's to edit; the supplier's stays beside it.
alter table product_variant add column source_weight_grams integer;
alter table product_variant no force row level security;
update product_variant set source_weight_grams = weight_grams where weight_grams is not null;
alter table product_variant force row level security;
