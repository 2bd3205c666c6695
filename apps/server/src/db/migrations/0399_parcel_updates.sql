-- What the store was last told of a parcel (carrier, number, url) and since when, and what is being told now.
alter table shipment add column told jsonb;
alter table shipment add column told_at timestamptz(3);
alter table shipment add column telling jsonb;
-- The parcel whose items it holds too: it was sent again, or they left in several boxes.
alter table shipment add column same_items_as uuid;
alter table shipment_line add column told_quantity integer not null default 0 check (told_quantity >= 0);

-- Earlier versions kept no record of it: what is known of a reported parcel now counts as told.
alter table shipment no force row level security;
alter table shipment_line no force row level security;
update shipment set told = jsonb_build_object('carrier', carrier, 'number', tracking_number, 'url', tracking_url),
  told_at = coalesce(sent_at, updated_at) where report_state = 'sent';
update shipment_line l set told_quantity = l.quantity from shipment s
where s.workplace_id = l.workplace_id and s.shipment_id = l.shipment_id and s.report_state = 'sent';
alter table shipment force row level security;
alter table shipment_line force row level security;
