-- Refused messages are counted, and nothing of their content is kept: whoever sends them proved nothing, and may send a
-- million. Of one sender and reason there is one row in an hour.
alter table webhook_delivery add column times integer not null default 1;

-- Global: refused messages that lead to no tenant (unknown addresses, the payment provider's), a row for each sender,
-- reason and day. Senders and reasons are our own words.
create table webhook_refusal (
  sender text not null,
  reason text not null,
  day date not null default current_date,
  times bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (sender, reason, day)
);
