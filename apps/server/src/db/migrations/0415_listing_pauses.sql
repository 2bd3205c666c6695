-- A push waits between its attempts as every effect does.
alter table listing add column pauses integer not null default 0;

-- Attempts are calls that may have had an effect; one whose time is noted was made.
alter table listing no force row level security;
update listing set attempts = 1 where attempts = 0 and sent_at is not null and external_product_id is null and state <> 'removed';
alter table listing force row level security;
