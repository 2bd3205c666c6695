-- Where a look for changed orders stands is no change of the connection.
drop trigger audited_insert on supplier_connection;
drop trigger audited_update on supplier_connection;
drop trigger audited_delete on supplier_connection;
call audited('supplier_connection', 'insert or update or delete', 'supplier', 'connection_id', 'label', 'last_synced_at poll_place');
