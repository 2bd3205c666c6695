-- When the person behind a session last proved who they are; calls that create lasting access ask for it again.
alter table session_token add column confirmed_at timestamptz;

-- A code that was mailed to confirm one session, for accounts without a password. Only its hash is kept.
create table session_code (
  token_hash bytea primary key references session_token on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
