-- The staff's page hears of every change of the warehouse's orders, whoever makes it: a customer over HTTP, the staff, the
-- robot. One message a transaction; what it is about is read again.
create function warehouse.tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('quayside_operators', 'warehouse');
  return null;
end $$;
create trigger purchase_tells after insert or update or delete on warehouse.purchase
  for each statement execute function warehouse.tell_staff();
create trigger purchase_line_tells after update on warehouse.purchase_line
  for each statement execute function warehouse.tell_staff();
create trigger parcel_tells after insert or update on warehouse.parcel
  for each statement execute function warehouse.tell_staff();
create trigger parcel_event_tells after insert on warehouse.parcel_event
  for each statement execute function warehouse.tell_staff();
