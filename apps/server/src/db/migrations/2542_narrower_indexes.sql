-- One index with every column instead of two, and one with the order alone, whose equal keys PostgreSQL stores once
-- (docs/decisions/0416).
alter table order_term drop constraint order_term_pkey;
drop index order_term_word;
alter table order_term add primary key (workplace_id, term, order_id);
create index order_term_of on order_term (workplace_id, order_id);

alter table order_contact drop constraint order_contact_pkey;
drop index order_contact_found;
alter table order_contact add primary key (workplace_id, contact_key, order_id);
create index order_contact_of on order_contact (workplace_id, order_id);

-- Entries are read by their time, which names them together with their id.
alter table audit_entry drop constraint audit_entry_pkey;
drop index audit_entry_recent;
alter table audit_entry add primary key (workplace_id, at, entry_id);

-- Dismissing asks for entries that aren't dismissed.
drop index process_subject;
create index process_subject on process (workplace_id, kind, subject_id) where seen_at is null;
