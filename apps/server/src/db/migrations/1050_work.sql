-- Live events for open screens, long-running processes, and the state of the installation.

-- The number of the last live event of each workplace. The last statement of a transaction locks its row until the commit, so
-- numbers have no gaps and follow the order of commits (docs/decisions/0035).
create table live_position (
  workplace_id uuid primary key,
  last bigint not null
) with (fillfactor = 50);
call tenant_table('live_position');

-- Kept for a day, so that a stream can resume.
create table live_event (
  workplace_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  topic text not null,
  ids text[] not null default '{}',
  payload jsonb,
  at timestamptz not null,
  primary key (workplace_id, position)
);
call tenant_table('live_event');

-- Appends a transaction's events, a json array. `at` is read after the row of live_position is locked, so that it never decreases.
-- Two plain statements: Citus refuses one with a modifying CTE.
create function live_append(workplace uuid, events jsonb) returns bigint language plpgsql as $$
declare
  added bigint := jsonb_array_length(events);
  reached bigint;
  written bigint;
  moment timestamptz;
begin
  insert into live_position as p (workplace_id, last) values (workplace, added)
    on conflict (workplace_id) do update set last = p.last + excluded.last
    returning last into reached;
  moment := clock_timestamp();
  insert into live_event (workplace_id, position, event_id, topic, ids, payload, at)
    select workplace, reached - added + e.n, e.event_id, e.topic, coalesce(e.ids, '{}'), e.payload, moment
    from rows from (jsonb_to_recordset(events) as (event_id uuid, topic text, ids text[], payload jsonb)) with ordinality
      as e(event_id, topic, ids, payload, n)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> added then
    raise exception 'live_append wrote % events of workplace %, expected %: live_position is behind live_event',
      written, workplace, added;
  end if;
  return reached;
end $$;

-- Long-running work that people follow. It survives a reload and stays until it is dismissed.
create table process (
  workplace_id uuid not null,
  process_id uuid not null,
  kind text not null check (kind in ('import', 'push', 'placement', 'payment', 'sync', 'catalogue', 'enhance')),
  subject_id text not null,
  title text not null,
  image_url text,
  channel text,
  store_id uuid,
  status text not null check (status in ('processing', 'success', 'error')),
  done integer not null default 0,
  total integer not null default 1,
  error_key text,
  error_params jsonb,
  result jsonb,
  seen_at timestamptz,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, process_id)
);
create index process_open on process (workplace_id, process_id desc) where seen_at is null;
create index process_subject on process (workplace_id, kind, subject_id);
call tenant_table('process');
call store_wall_or_none('process');

-- Global: workplaces that may have work under way at suppliers, stores or payment providers. The sweep for lost jobs reads it.
create table open_work_directory (
  workplace_id uuid primary key,
  account_id uuid not null,
  marked_at timestamptz not null default now(),
  -- Open effects as the last sweep counted them: {"placing": {"rows": 2, "since": "..."}}.
  open jsonb not null default '{}'
);

-- Identifies the history that this database is on: cluster, timeline and database. A restore into another cluster or database, a
-- point-in-time recovery and a promoted replica all change it. Null: it cannot be read.
create function server_identity() returns text language plpgsql stable as $$
begin
  if pg_is_in_recovery() then
    return null;
  end if;
  return (select system_identifier from pg_control_system())
    || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
    || '/' || (select oid from pg_database where datname = current_database());
exception when insufficient_privilege or undefined_function then
  return null;
end
$$;

-- Whether the installation may send anything, and the PostgreSQL server its data was last seen on (docs/decisions/0036).
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Set while nothing may be sent.
  sending_held_since timestamptz(3),
  sending_held_reason text check (sending_held_reason in ('restored', 'server_changed', 'operator')),
  -- The last time the data may have gone back in time: what happened at stores and suppliers before then may be missing here.
  restored_at timestamptz(3),
  -- The last time before that when the data was known to be current.
  current_until timestamptz(3),
  -- A worker notes every minute that the installation is alive.
  seen_at timestamptz(3),
  server text,
  -- When all suppliers had been asked since the restore.
  checked_at timestamptz(3),
  check ((sending_held_since is null) = (sending_held_reason is null))
);
insert into installation default values;
revoke insert, delete, truncate on installation from quayside_app;

-- Global: identifies the secrets (APP_SECRET) that encrypt this database's credentials, so that a process with another one is
-- refused at start. One row, two while a secret is being replaced. Only the owner writes it.
create table app_secret_fingerprint (
  fingerprint text primary key,
  created_at timestamptz(3) not null default now()
);
revoke insert, update, delete on app_secret_fingerprint from quayside_app;
