-- Where a customer of the warehouse wants to hear of changes: one address for each of his own accounts (for us: a supplier
-- connection), with a secret that signs what is sent there, sealed. Orders carry the account that they were placed for.
create table warehouse.webhook (
  installation_id uuid not null references warehouse.installation,
  account text not null,
  address text not null,
  secret jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (installation_id, account)
);
alter table warehouse.purchase add column account text not null default '';
