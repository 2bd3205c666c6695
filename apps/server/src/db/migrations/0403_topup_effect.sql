-- Making a top-up's checkout is an effect: how often it was sent and when, and which worker holds the row.
alter table topup
  add column attempts integer not null default 0,
  add column sent_at timestamptz,
  add column pauses integer not null default 0,
  add column next_attempt_at timestamptz not null default now(),
  add column claimed_by uuid,
  add column claimed_until timestamptz;
create index topup_asked on topup (account_id, next_attempt_at) where state in ('requested', 'unknown');

-- Of those that are under way any may have been sent already.
alter table topup no force row level security;
update topup set attempts = 1, sent_at = updated_at where state in ('requested', 'unknown');
insert into open_work_directory (workplace_id, account_id)
  select distinct on (begun_in) begun_in, account_id from topup
  where state in ('requested', 'unknown') and begun_in is not null
  on conflict (workplace_id) do nothing;
alter table topup force row level security;

drop trigger audited_insert on topup;
call audited('topup', 'insert', 'topup', 'topup_id', 'provider', 'confirmation_url provider_ref sent_at');
