-- Mails as they were written. What was said lies sealed (it may carry a link), and goes once an SMTP server took it.
create table mail_outbox (
  mail_id uuid primary key,
  account_id uuid references account on delete cascade,
  kind text not null,
  recipient text not null,
  language text not null,
  subject text not null,
  body jsonb,
  -- kept: no SMTP server is set, so the operators read it in the outbox.
  state text not null check (state in ('waiting', 'sent', 'kept', 'failed')),
  error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index mail_outbox_account on mail_outbox (account_id);
