-- How the shopper pays, in the store's own words, and whether at the door: the owner is told before he pays a supplier.
alter table sales_order add column payment_method text;
alter table sales_order add column pays_on_delivery boolean not null default false;
