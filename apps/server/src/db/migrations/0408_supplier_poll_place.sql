-- How far a look for a supplier's changed orders has come: {cursor, updatedAfter, at}. A process that starts anew goes on there
-- instead of reading months of orders again. Null: the last look came to its end.
alter table supplier_connection add column poll_place jsonb;
