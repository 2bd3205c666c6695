-- Who signs in (global: found by e-mail and by token before any tenant is known), and the workplaces they own.
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
  unique (email_key)
);

create table session_token (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  user_agent text not null default '',
  ip text not null default ''
);
create index session_token_account on session_token (account_id);

-- Guesses at a password or a token, counted by key (an address, an e-mail) so that every process sees the same count.
create table login_attempt (
  key text primary key,
  failures integer not null default 0,
  window_started_at timestamptz not null default now(),
  blocked_until timestamptz
);

create table member (
  account_id uuid not null,
  workplace_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'buyer', 'lister', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (account_id, workplace_id)
);
call account_table('member');

create table workplace (
  workplace_id uuid primary key,
  account_id uuid not null,
  name text not null,
  currency text not null default 'USD',
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
call tenant_table('workplace');
-- The owner's list of workplaces is read before one is chosen.
create policy workplace_of_account on workplace using (account_id = app_account_id()) with check (account_id = app_account_id());

-- Steps of the guideline that an account has done, and marks of what it has seen.
create table account_flag (
  account_id uuid not null,
  flag text not null,
  value jsonb not null default 'true',
  set_at timestamptz not null default now(),
  primary key (account_id, flag)
);
call account_table('account_flag');
