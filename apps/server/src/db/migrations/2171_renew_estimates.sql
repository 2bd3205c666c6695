-- A changed supplier preference: estimates of the store's open orders are made again, from the newest order on.
alter table cost_backfill add column renew boolean not null default false;
