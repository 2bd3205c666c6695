-- The customer's language, as the store reports it with the order (BCP 47): emails about parcels are written in it.
alter table sales_order add column customer_locale text;
