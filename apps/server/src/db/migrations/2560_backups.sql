-- Backups of the installation: when, where, whether restoring them into a scratch database gave the same rows, or why they failed.
create table backup_run (
  run_id uuid primary key,
  -- Name of the file; null: it failed before there was one.
  name text,
  folder text not null,
  scheduled boolean not null,
  started_at timestamptz(3) not null default now(),
  -- Null while it runs.
  ended_at timestamptz(3),
  bytes bigint,
  verified_at timestamptz(3),
  -- Rows in all tables of the restored copy.
  verified_rows bigint,
  -- False: no moment without writes was found, so only the ledger was compared.
  exact boolean,
  -- For operators, in English.
  error text
);
create index backup_run_started on backup_run (started_at desc);
