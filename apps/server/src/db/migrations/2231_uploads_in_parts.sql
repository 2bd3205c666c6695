-- Parts of an upload are files until the upload is finished.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add constraint stored_file_kind_check
  check (kind in ('jpeg', 'png', 'webp', 'pdf', 'zip', 'csv', 'part'));

-- Uploads in parts. Their bytes count toward the workspace's quota from the start.
create table file_upload (
  workplace_id uuid not null,
  upload_id uuid not null,
  name text not null,
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0 check (received <= bytes),
  -- Files of the parts in order.
  part_ids uuid[] not null default '{}',
  -- A process is working on the complete upload until then.
  claimed_until timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (workplace_id, upload_id)
);
call tenant_table('file_upload');
