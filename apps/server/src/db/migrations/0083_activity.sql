-- What screens report of their use, for 90 days. Ids are made from the time, so that what is old is a range of them.
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

-- Global: what people say to the operators of the installation, who belong to no tenant.
create table operator_feedback (
  feedback_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  email text not null,
  rating smallint,
  message text not null,
  sent_at timestamptz(3) not null default now()
);
create index operator_feedback_account on operator_feedback (account_id);
