-- The host that answered when a store's page was asked for, where it is another than was asked: a shop in the platform's house is
-- led on to its own domain. Pages that a browser read are taken from there too.
alter table storefront add column led_to text;
