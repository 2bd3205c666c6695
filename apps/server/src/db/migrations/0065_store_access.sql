-- How long we have held a connection's keys, and when they end unless a person renews them (null: not by themselves).
alter table store add column keys_since timestamptz not null default now();
alter table store add column access_ends_at timestamptz;
alter table supplier_connection add column keys_since timestamptz not null default now();
alter table supplier_connection add column access_ends_at timestamptz;
