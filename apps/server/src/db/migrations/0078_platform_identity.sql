-- Which account a user of a shop's admin is, found by a verified session token before any tenant is known. The mode keeps
-- users of sandbox shops apart from real ones.
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
