-- The store let the parcel's order go while it was just being told of it: what it says then may be from before.
alter table shipment add column look_again boolean not null default false;
