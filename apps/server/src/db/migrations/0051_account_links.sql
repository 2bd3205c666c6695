-- Links that a person gets by mail: found by the hash of their unguessable code before any tenant is known.
create table account_link (
  link_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  purpose text not null,
  code_hash bytea not null,
  -- The e-mail that the link was sent to: it proves that one and no other.
  email text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_link_account on account_link (account_id, purpose);

-- Asked for without a sign-in (a reset, a verification mail). Written alike whether or not there is such an account, so
-- that the answer and its time tell nothing; a job looks.
create table mail_request (
  request_id uuid primary key,
  purpose text not null,
  email text not null,
  locale text not null,
  created_at timestamptz not null default now()
);

alter table account add column email_verified_at timestamptz;
alter table account add column password_changed_at timestamptz;
update account set email_verified_at = now() where is_demo;

-- A name for a session that may be shown; the hash of its token may not.
alter table session_token add column session_id uuid not null default gen_random_uuid();
create unique index session_token_id on session_token (session_id);
