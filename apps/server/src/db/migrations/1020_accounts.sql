-- Accounts and how they sign in. These tables are global where a person is found by e-mail, session or link before any tenant is
-- known (db/global-tables.ts).
create table account (
  account_id uuid primary key,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  avatar_url text,
  language text not null default 'en',
  time_zone text not null default '',
  display_currency text not null default 'USD',
  is_demo boolean not null default false,
  is_user_mkt boolean not null default false,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  email_verified_at timestamptz,
  password_changed_at timestamptz,
  -- Set while two-factor authentication is on: sign-in reads it before the account is the tenant.
  two_factor_at timestamptz,
  -- When a deleted account is erased. Signing in before then keeps it.
  delete_at timestamptz,
  -- Since when the owner has suspended access to review.
  review_since timestamptz,
  -- The operator's e-mail, in lower case, that this account was claimed for.
  operator_email text,
  -- Grows with a new password, a sign-out everywhere and two-factor authentication switched on. A sign-in that was checked against
  -- an older version is refused.
  access_version integer not null default 0,
  unique (email_key)
);
create index account_delete_at on account (delete_at) where delete_at is not null;

create table session_token (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  user_agent text not null default '',
  ip text not null default '',
  -- Identifies a session on screens, where the hash of its token must not appear.
  session_id uuid not null default gen_random_uuid(),
  -- When the person last proved their identity; calls that create lasting access ask for it again.
  confirmed_at timestamptz,
  -- Only the sandbox vouched for the person: such a session ends once the account has anything live.
  by_sandbox boolean not null default false
);
create index session_token_account on session_token (account_id);
create unique index session_token_id on session_token (session_id);

-- A mailed code that confirms one session, for accounts without a password. Only its hash is stored.
create table session_code (
  token_hash bytea primary key references session_token on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- Failed sign-ins by key (an address, an e-mail), so that every process sees the same count.
create table login_attempt (
  key text primary key,
  failures integer not null default 0,
  window_started_at timestamptz not null default now(),
  blocked_until timestamptz
);

-- Completed steps of the setup guide, and what an account has dismissed.
create table account_flag (
  account_id uuid not null,
  flag text not null,
  value jsonb not null default 'true',
  set_at timestamptz not null default now(),
  primary key (account_id, flag)
);
call account_table('account_flag');

-- Mailed links, found by the hash of their code.
create table account_link (
  link_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  purpose text not null,
  code_hash bytea not null,
  -- The address it was sent to: the link proves this one only.
  email text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_link_account on account_link (account_id, purpose);

-- Mails requested without signing in (password reset, verification). Stored whether or not the account exists, so that neither the
-- response nor its timing reveals it; a job does the rest.
create table mail_request (
  request_id uuid primary key,
  purpose text not null,
  email text not null,
  locale text not null,
  created_at timestamptz not null default now()
);

create table mail_outbox (
  mail_id uuid primary key,
  account_id uuid references account on delete cascade,
  kind text not null,
  recipient text not null,
  language text not null,
  subject text not null,
  -- Encrypted, since it may hold a link. Emptied once an SMTP server accepted the mail.
  body jsonb,
  -- kept: no SMTP server is configured, so operators read it in the outbox.
  state text not null check (state in ('waiting', 'sent', 'kept', 'failed')),
  error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index mail_outbox_account on mail_outbox (account_id);

-- Two-factor authentication: the authenticator app's encrypted secret, and recovery codes.
create table account_totp (
  account_id uuid primary key,
  secret jsonb not null,
  -- The last 30-second step whose code was accepted: no code works twice.
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

-- Sign-in with an identity provider (Google, Facebook). The sandbox's provider has its own name, so that its identities never
-- meet real ones.
create table social_identity (
  provider text not null,
  subject text not null,
  account_id uuid not null references account on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index social_identity_account on social_identity (account_id);

-- A sign-in that was sent to an identity provider and has not come back. Its state works once.
create table social_attempt (
  state_hash bytea primary key,
  provider text not null,
  kept jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Accounts of the users of a shop's admin, found by a verified session token. The mode keeps users of sandbox shops apart.
create table platform_identity (
  platform text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  platform_domain text not null,
  subject text not null,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (platform, mode, platform_domain, subject)
);
create index platform_identity_account on platform_identity (account_id);

-- Sign-ins, passwords, two-factor authentication, sign-in methods and tokens of an account. Only its owner reads them.
create table account_event (
  account_id uuid not null references account on delete cascade,
  event_id uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  ip text not null default '',
  user_agent text not null default '',
  -- The name of a provider, a token or an e-mail address.
  subject text not null default '',
  primary key (account_id, event_id)
);
create index account_event_recent on account_event (account_id, at desc, event_id desc);
call append_only('account_event');

-- An account's picture, redrawn by the server as a JPEG of 300 by 300 pixels (about 20 KB). Stored here so that every process has
-- it, and as text so that the account's export includes it.
create table account_picture (
  account_id uuid primary key,
  -- SHA-256 of the bytes, base64url. It is part of account.avatar_url, so browsers may cache the picture forever.
  hash text not null,
  jpeg_base64 text not null check (length(jpeg_base64) < 400000),
  set_at timestamptz not null default now()
);
call account_table('account_picture');

-- One-time links by which operators claim their account: the e-mail address alone makes nobody an operator.
create table operator_claim (
  claim_id uuid primary key,
  email text not null,
  code_hash bytea not null,
  expires_at timestamptz(3) not null,
  mailed boolean not null default false,
  created_at timestamptz(3) not null default now()
);

-- Feedback to the operators of the installation.
create table operator_feedback (
  feedback_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  email text not null,
  rating smallint,
  message text not null,
  sent_at timestamptz(3) not null default now()
);
create index operator_feedback_account on operator_feedback (account_id);

-- Screens report how they are used; kept for 90 days. Ids are made from the time, so old rows are a range of them.
create table activity_event (
  account_id uuid not null,
  event_id uuid not null,
  kind text not null,
  name text not null,
  url text,
  facts jsonb not null default '{}',
  primary key (account_id, event_id)
);
call account_table('activity_event');

-- The audit log names members as they were called when the entry was written: one who has left, or deleted the account, could not
-- be named later.
create function audit_member_name() returns trigger language plpgsql as $$
declare person account;
begin
  select * into person from account where account_id = new.entity_id::uuid;
  new.entity_name := coalesce(nullif(trim(concat_ws(' ', person.first_name, person.last_name)), ''), person.email, new.entity_name);
  return new;
end $$;
create trigger member_name before insert on audit_entry for each row when (new.entity = 'member')
  execute function audit_member_name();

-- Removes an ended account's rows from a table, or those of one of its workplaces. It runs as the owner, since the application may
-- not remove rows of append-only tables. Row-level security does not hold a superuser, so the function checks the tenant itself.
create function erase_account_rows(target regclass, tenant_column text, tenant uuid, account_of uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare erased bigint;
begin
  if account_of is distinct from app_account_id() then
    raise exception 'not the account of this transaction' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from account where account_id = account_of and delete_at < now()) then
    raise exception 'the account % is not to be erased', account_of using errcode = 'restrict_violation';
  end if;
  if tenant_column = 'account_id' then
    if tenant <> account_of then
      raise exception 'not of this account' using errcode = 'restrict_violation';
    end if;
  elsif tenant_column <> 'workplace_id'
    or not exists (select from workplace where workplace_id = tenant and account_id = account_of) then
    raise exception 'not a workplace of this account' using errcode = 'restrict_violation';
  end if;
  execute format('delete from %s where %I = $1', target, tenant_column) using tenant;
  get diagnostics erased = row_count;
  return erased;
end $$;
revoke execute on function erase_account_rows from public;
grant execute on function erase_account_rows to quayside_app;
