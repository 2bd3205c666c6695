-- One row: a backup that an operator requested, and how far the write-ahead log of the embedded database is kept.
create table backup_state (
  only_row boolean primary key default true check (only_row),
  -- Null: none, or it began.
  requested_at timestamptz(3),
  -- Backups begun after this can be restored to any moment until wal_until. Null: the log isn't kept.
  wal_since timestamptz(3),
  wal_until timestamptz(3),
  -- Null: the last attempt to keep the log worked.
  wal_failing_since timestamptz(3),
  -- For operators, in English.
  wal_error text
);
insert into backup_state default values;
