-- Webhooks of payment providers, kept before a job works them. Global: whose money one is about is found out by that job.
create table payment_event (
  provider text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  -- The provider's own id of the event: delivered again, it is the same row.
  event_id text not null,
  topic text not null,
  -- What it is about at the provider. Null: nothing that concerns a wallet.
  subject text check (subject in ('checkout', 'payment')),
  subject_ref text check ((subject is null) = (subject_ref is null)),
  -- The bytes that were verified; emptied 30 days after the event was worked or ignored.
  body bytea,
  -- set_aside: it could not be worked, for the reason given. It is tried again, then waits for an operator.
  state text not null default 'received' check (state in ('received', 'worked', 'ignored', 'set_aside')),
  reason text check (state <> 'set_aside' or reason is not null),
  -- The top-up it turned out to be about.
  account_id uuid,
  topup_id uuid,
  received_at timestamptz(3) not null default now(),
  worked_at timestamptz(3),
  primary key (provider, mode, event_id)
);
create index payment_event_set_aside on payment_event (received_at) where state = 'set_aside';
