-- What open screens are told. Read in the order of committed transactions: (xid, event_id) below the oldest one still running.
create table live_event (
  workplace_id uuid not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  event_id uuid not null,
  topic text not null,
  ids text[] not null default '{}',
  payload jsonb,
  at timestamptz not null default now(),
  primary key (workplace_id, xid, event_id)
);
call tenant_table('live_event');

-- Long work that people watch; it survives a reload and stays until seen.
create table process (
  workplace_id uuid not null,
  process_id uuid not null,
  kind text not null check (kind in ('import', 'push', 'placement', 'payment', 'sync', 'catalogue')),
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
