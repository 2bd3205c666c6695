-- Webhooks about one order that wait at the same time are answered by one read of it: `joined_to` is the delivery whose job reads the order,
-- its own id included.
alter table webhook_delivery add column joined_to uuid;
create index webhook_delivery_open on webhook_delivery (workplace_id, sender_id, resource_id) where state = 'received';

-- The next orders of a file to create, without those that were created.
create index order_import_item_open on order_import_item (workplace_id, import_id, item_no) where fate = 'new' and order_id is null;
