-- What a supplier's connector has to know of a payment's earlier steps, in whichever process it goes on (the bill it made).
alter table supplier_order add column pay_notes jsonb not null default '{}';
