-- What happened to an account itself: sign-ins, password, second factor, ways in, tokens. Its owner's alone to read; it grows,
-- and goes with the account. Global, since much of it happens before a tenant is known.
create table account_event (
  account_id uuid not null references account on delete cascade,
  event_id uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  ip text not null default '',
  user_agent text not null default '',
  -- What it was done with or to, by name: a provider, a token, an e-mail.
  subject text not null default '',
  primary key (account_id, event_id)
);
create index account_event_recent on account_event (account_id, at desc, event_id desc);
call append_only('account_event');
