-- An invitation into a workplace: for one e-mail, for one use, until it expires or is taken back.
create table invitation (
  workplace_id uuid not null,
  invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('manager', 'buyer', 'lister', 'viewer')),
  store_ids uuid[],
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  primary key (workplace_id, invitation_id)
);
create unique index invitation_pending on invitation (workplace_id, email) where accepted_at is null and revoked_at is null;
call tenant_table('invitation');

-- Global: finds the tenant of an invitation by the hash of its unguessable link.
create table invitation_directory (
  token_hash bytea primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  invitation_id uuid not null unique,
  expires_at timestamptz not null
);
