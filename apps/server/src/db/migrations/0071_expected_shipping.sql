-- What shipping of the lines that wait to be bought will cost, as their suppliers said: minor units of expected_currency.
-- expected_for names the lines and the destination that were asked about; another name makes it worthless.
alter table sales_order add column expected_shipping bigint;
alter table sales_order add column expected_currency text;
alter table sales_order add column expected_for text;
