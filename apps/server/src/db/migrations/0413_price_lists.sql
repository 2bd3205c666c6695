-- Which price list a zone's figures were read from. When the supplier's differs, they are forgotten and read again.
alter table source_zone add column price_list text;

-- Shipping of a product is kept by price zone since 0385.
alter table source_product drop column profit_order, drop column profit, drop column shipping_cost_order,
  drop column shipping_days_order;
alter table source_product drop column shipping_cost, drop column shipping_days_min, drop column shipping_days_max;
