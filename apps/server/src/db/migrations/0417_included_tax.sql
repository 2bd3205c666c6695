-- Whether an order's other amounts contain its tax. Until now it was not kept: orders that add up only without their tax contain it.
alter table sales_order add column tax_included boolean not null default false;
alter table sales_order no force row level security;
update sales_order set tax_included = true
where tax_total <> 0 and subtotal + shipping_total + fee_total - discount_total = total;
alter table sales_order force row level security;
