-- Old history leaves the database: its rows are written to a file first, and deleted in the transaction that records the file
-- (features/history, docs/decisions/0415).
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add constraint stored_file_kind_check
  check (kind in ('jpeg', 'png', 'webp', 'pdf', 'zip', 'csv', 'part', 'history'));

create table history_export (
  workplace_id uuid not null,
  export_id uuid not null,
  kind text not null check (kind in ('audit', 'orders', 'tasks')),
  -- Its first day. Order events: of the month in which their orders were placed.
  month date not null,
  entries integer not null check (entries > 0),
  file_id uuid not null,
  -- SHA-256 of the ids of the deleted rows, joined by commas.
  ids_hash text not null,
  exported_at timestamptz(3) not null default now(),
  primary key (workplace_id, export_id)
);
call tenant_table('history_export');

-- Up to which month everything was exported, so that a workspace is searched once a month.
create table history_export_progress (
  workplace_id uuid not null,
  kind text not null,
  done_before timestamptz(3) not null,
  primary key (workplace_id, kind)
);
call tenant_table('history_export_progress');

-- An account's own history, a few kilobytes a month: the file is in the row.
create table account_history (
  account_id uuid not null,
  export_id uuid not null,
  kind text not null check (kind in ('security', 'usage')),
  month date not null,
  entries integer not null check (entries > 0),
  content bytea not null,
  ids_hash text not null,
  exported_at timestamptz(3) not null default now(),
  primary key (account_id, export_id)
);
call account_table('account_history');

create function history_ids_hash(ids uuid[]) returns text
  language sql immutable parallel safe
  return encode(sha256(convert_to(array_to_string(ids, ','), 'UTF8')), 'hex');

-- The only deletion that the audit log allows: rows older than four weeks that a recorded export names, all of one month. Returns
-- them, so that the caller can compare them with the file.
create function delete_exported_audit(workplace uuid, export uuid, ids uuid[]) returns setof audit_entry
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  exported history_export;
begin
  if workplace is distinct from app_workplace_id() then
    raise exception 'not the workplace of this transaction' using errcode = 'insufficient_privilege';
  end if;
  select * into exported from history_export e
    where e.workplace_id = workplace and e.export_id = export and e.kind = 'audit';
  if exported.ids_hash is distinct from history_ids_hash(ids) then
    raise exception 'these entries were not exported' using errcode = 'insufficient_privilege';
  end if;
  return query delete from audit_entry a
    where a.workplace_id = workplace and a.entry_id = any (ids)
      and a.at >= exported.month::timestamp at time zone 'UTC'
      and a.at < (exported.month + interval '1 month') at time zone 'UTC'
      and a.at < now() - interval '28 days'
    returning a.*;
end $$;
revoke execute on function delete_exported_audit from public;
grant execute on function delete_exported_audit to quayside_app;

-- The same for the security activity of an account.
create function delete_exported_account_events(account uuid, export uuid, ids uuid[]) returns setof account_event
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  exported account_history;
begin
  if account is distinct from app_account_id() then
    raise exception 'not the account of this transaction' using errcode = 'insufficient_privilege';
  end if;
  select * into exported from account_history e
    where e.account_id = account and e.export_id = export and e.kind = 'security';
  if exported.ids_hash is distinct from history_ids_hash(ids) then
    raise exception 'these events were not exported' using errcode = 'insufficient_privilege';
  end if;
  return query delete from account_event a
    where a.account_id = account and a.event_id = any (ids)
      and a.at >= exported.month::timestamp at time zone 'UTC'
      and a.at < (exported.month + interval '1 month') at time zone 'UTC'
      and a.at < now() - interval '28 days'
    returning a.*;
end $$;
revoke execute on function delete_exported_account_events from public;
grant execute on function delete_exported_account_events to quayside_app;
