-- Since when the store's webhooks wait for a check outside their hourly turn; null: they do not.
alter table store_directory add column webhooks_due_at timestamptz;
create index store_directory_webhooks_due on store_directory (webhooks_due_at) where webhooks_due_at is not null;
