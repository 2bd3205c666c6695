-- Files of a workspace. Their bytes are in the file store under file_directory.blob_key.
create table stored_file (
  workplace_id uuid not null,
  file_id uuid not null,
  -- SHA-256 of the bytes, in hex.
  hash text not null,
  kind text not null check (kind in ('jpeg', 'png', 'webp', 'pdf', 'zip', 'csv')),
  bytes bigint not null check (bytes > 0),
  name text not null,
  -- The order whose request uses it; null: not used yet.
  order_id uuid,
  store_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, file_id),
  check ((order_id is null) = (store_id is null))
);
create index stored_file_hash on stored_file (workplace_id, hash);
create index stored_file_of on stored_file (workplace_id, order_id) where order_id is not null;
call tenant_table('stored_file');
call store_wall_or_none('stored_file');

-- Global: finds the workspace of a signed link, and what to delete. Files with the same bytes in a workspace share a key.
create table file_directory (
  file_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  blob_key text not null,
  -- Null: something uses it. Passed: it is deleted by the next run.
  delete_after timestamptz(3),
  -- Its bytes are being deleted; nothing may use them again.
  deleting boolean not null default false
);
create index file_directory_blob on file_directory (blob_key);
create index file_directory_unused on file_directory (delete_after) where delete_after is not null;
create index file_directory_of on file_directory (workplace_id);
