-- Destination country and shipping method of a parcel, for the delivery times of its supplier.
alter table shipment
  add column destination text,
  add column shipping_method text;
create index shipment_delivery_days on shipment (workplace_id, source, destination, delivered_at desc) where state = 'delivered';

-- The owner's brand on the public tracking page.
create table tracking_page (
  workplace_id uuid not null primary key,
  shop_name text,
  logo_url text,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  support_url text,
  shows_estimate boolean not null default true
);
call tenant_table('tracking_page');
call audited('tracking_page', 'insert or update', 'tracking_setting', 'workplace_id', 'workplace_id', '');
