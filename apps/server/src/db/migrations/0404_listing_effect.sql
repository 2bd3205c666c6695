-- A push is kept by the columns that every effect has.
alter table listing rename column lease_holder to claimed_by;
alter table listing rename column lease_until to claimed_until;
alter table listing rename column attempted_at to sent_at;
-- Since when the push is asked for; null: from before this was noted.
alter table listing add column queued_at timestamptz;
drop trigger audited_insert on listing;
drop trigger audited_update on listing;
drop trigger audited_delete on listing;
call audited('listing', 'insert or update or delete', 'listing', 'listing_id', 'handle', 'sent_at queued_at process_id variant_ids');

-- The sweep looks at pushes from now on.
alter table listing no force row level security;
alter table workplace no force row level security;
insert into open_work_directory (workplace_id, account_id)
  select w.workplace_id, w.account_id from workplace w where exists (select 1 from listing l
    where l.workplace_id = w.workplace_id and l.state in ('queued', 'pushing', 'unknown'))
  on conflict (workplace_id) do nothing;
alter table workplace force row level security;
alter table listing force row level security;
