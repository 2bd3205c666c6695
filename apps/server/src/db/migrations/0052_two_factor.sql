-- The second factor of a sign-in: the secret of an authenticator app, sealed; and codes for the day the app is lost.
create table account_totp (
  account_id uuid primary key,
  secret jsonb not null,
  -- The last time step (30 s) whose code was taken: a code is worth nothing a second time.
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
call account_table('account_totp');

create table account_recovery_code (
  account_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
call account_table('account_recovery_code');

-- Read at every sign-in, before the account is the tenant.
alter table account add column two_factor_at timestamptz;
