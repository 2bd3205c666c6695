-- Operators are claimed by a link that is printed at the start: an account that only has an operator's e-mail is none.
-- operator_email: the e-mail for which the account was claimed, in lower case.
alter table account add column operator_email text;

create table operator_claim (
  claim_id uuid primary key,
  email text not null,
  code_hash bytea not null,
  expires_at timestamptz(3) not null,
  mailed boolean not null default false,
  created_at timestamptz(3) not null default now()
);
