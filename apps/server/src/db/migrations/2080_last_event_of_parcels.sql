-- Parcels from before 2050 have events but no time of the last one, so that they seemed not to move.
alter table shipment no force row level security;
alter table shipment_event no force row level security;
update shipment s set last_event_at = e.at
  from (select workplace_id, shipment_id, max(at) as at from shipment_event group by workplace_id, shipment_id) e
  where e.workplace_id = s.workplace_id and e.shipment_id = s.shipment_id
    and (s.last_event_at is null or s.last_event_at < e.at);
alter table shipment_event force row level security;
alter table shipment force row level security;
