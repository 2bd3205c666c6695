-- The barcode of a variant as its owner has it: a GTIN, or another text. Empty: none.
alter table product_variant add column barcode text not null default '';

-- Barcodes as they are compared; kernel's barcodeKey is the same in the application.
create function barcode_key(barcode text) returns text language sql immutable strict parallel safe
return lower(ltrim(replace(replace(barcode, ' ', ''), '-', ''), '0'));
create index product_variant_barcode on product_variant (workplace_id, barcode_key(barcode)) where barcode <> '';

-- Products that were brought in from a store have the barcodes that were read there with them.
alter table product no force row level security;
alter table product_variant no force row level security;
alter table listing_variant no force row level security;
update product_variant v set barcode = left(lv.fields -> 'barcode' ->> 's', 100)
from listing_variant lv, product p
where lv.workplace_id = v.workplace_id and lv.variant_id = v.variant_id and p.workplace_id = v.workplace_id
  and p.product_id = v.product_id and p.source = 'store' and coalesce(lv.fields -> 'barcode' ->> 's', '') <> '';
update listing_variant lv set fields = jsonb_set(lv.fields, '{barcode}', jsonb_build_object('o', v.barcode, 'e', 1))
from product_variant v
where v.workplace_id = lv.workplace_id and v.variant_id = lv.variant_id and v.barcode <> ''
  and lv.fields -> 'barcode' ->> 's' = v.barcode;
alter table product force row level security;
alter table product_variant force row level security;
alter table listing_variant force row level security;
