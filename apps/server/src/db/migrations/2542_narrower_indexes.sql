-- One index with every column instead of two; the orders' own indexes are in 2541 (docs/decisions/0416). Locks these three tables
-- while the keys are built.
alter table order_term drop constraint order_term_pkey;
drop index order_term_word;
alter table order_term add primary key (workplace_id, term, order_id);

alter table order_contact drop constraint order_contact_pkey;
drop index order_contact_found;
alter table order_contact add primary key (workplace_id, contact_key, order_id);

-- Entries are read by their time, which names them together with their id.
alter table audit_entry drop constraint audit_entry_pkey;
drop index audit_entry_recent;
alter table audit_entry add primary key (workplace_id, at, entry_id);
