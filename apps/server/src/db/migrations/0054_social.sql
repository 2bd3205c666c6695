-- Who a person is at another house (Google, Facebook): found at sign-in before any tenant is known. The provider of the
-- sandbox has a name of its own, so that its identities never meet real ones.
create table social_identity (
  provider text not null,
  subject text not null,
  account_id uuid not null references account on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index social_identity_account on social_identity (account_id);

-- A sign-in that was sent to another house and has not come back. Its state works once.
create table social_attempt (
  state_hash bytea primary key,
  provider text not null,
  kept jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
