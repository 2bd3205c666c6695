-- The ledger: double entry, append only, in USD. The entries of a posting sum to zero, and its key makes it happen once.
create table ledger_posting (
  account_id uuid not null,
  posting_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  kind text not null,
  idempotency_key text not null,
  reference jsonb not null default '{}',
  posted_at timestamptz not null default now(),
  primary key (account_id, posting_id),
  unique (account_id, idempotency_key)
);
create index ledger_posting_recent on ledger_posting (account_id, mode, posting_id desc);
-- Finds all postings of a payment: reserved, settled, refunded.
create index ledger_posting_payment on ledger_posting (account_id, split_part(idempotency_key, ':', 2))
  where kind in ('reserve', 'settle', 'refund');
call account_table('ledger_posting');

create table ledger_entry (
  account_id uuid not null,
  posting_id uuid not null,
  entry_no smallint not null,
  ledger_account text not null,
  amount bigint not null check (amount <> 0),
  currency text not null default 'USD' check (currency = 'USD'),
  exchange_rate numeric,
  exchange_source text,
  exchange_at timestamptz,
  primary key (account_id, posting_id, entry_no),
  foreign key (account_id, posting_id) references ledger_posting
);
create index ledger_entry_account on ledger_entry (account_id, ledger_account, posting_id desc);
call account_table('ledger_entry');

-- An account's ledger is deleted only with the account, once its time is over.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from account where account_id = old.account_id and delete_at < now()) then
    return old;
  end if;
  raise exception 'the ledger is append only' using errcode = 'restrict_violation';
end $$;
create trigger ledger_posting_kept before update or delete on ledger_posting for each row execute function ledger_is_append_only();
create trigger ledger_entry_kept before update or delete on ledger_entry for each row execute function ledger_is_append_only();

create function ledger_posting_balances() returns trigger language plpgsql as $$
declare rest bigint;
begin
  select sum(amount) into rest from ledger_entry where account_id = new.account_id and posting_id = new.posting_id;
  if rest is distinct from 0 then
    raise exception 'posting % does not balance: %', new.posting_id, rest using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_posting_balances();

-- Balances, locked while money moves. The ledger is the truth, and a job compares both.
create table wallet (
  account_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  topup bigint not null default 0 check (topup >= 0),
  bonus bigint not null default 0 check (bonus >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  policy_accepted_at timestamptz,
  -- USD cents: below it the owner is notified. Null: never.
  low_at bigint default 2000 check (low_at > 0),
  -- Disputed top-ups, and top-ups that were taken back after they were spent.
  frozen bigint not null default 0 check (frozen >= 0),
  debt bigint not null default 0 check (debt >= 0),
  primary key (account_id, mode)
);
-- Incoming money pays the debt first. Not valid: rows of the first installations were never checked.
alter table wallet add constraint wallet_debt_is_paid_first check (debt = 0 or topup = 0) not valid;
call account_table('wallet');
call audited('wallet', 'update', 'wallet', 'mode', 'mode', '');

create table topup (
  account_id uuid not null,
  topup_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  amount bigint not null check (amount > 0),
  currency text not null default 'USD',
  provider text not null,
  state text not null check (state in ('requested', 'unknown', 'open', 'paid', 'expired', 'failed')),
  provider_ref text,
  confirmation_url text,
  error_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The workplace that it was started in: its members are notified when the money has arrived.
  begun_in uuid,
  -- Creating the checkout is an effect (db/effect-row.ts).
  attempts integer not null default 0,
  sent_at timestamptz,
  pauses integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  primary key (account_id, topup_id)
);
create unique index topup_provider on topup (account_id, provider, provider_ref);
create index topup_asked on topup (account_id, next_attempt_at) where state in ('requested', 'unknown');
call account_table('topup');
call audited('topup', 'insert', 'topup', 'topup_id', 'provider', 'confirmation_url provider_ref sent_at');
create trigger topup_state_moves before update of state on topup for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    open>expired,open>paid,
    requested>failed,requested>open,requested>unknown,
    unknown>open,unknown>requested}'))
  execute function refuse_move('state');

-- Global: finds the account of a payment provider's webhook, and the top-ups to check.
create table topup_directory (
  topup_id uuid primary key,
  account_id uuid not null,
  provider text not null,
  provider_ref text,
  mode text not null,
  open boolean not null default true,
  next_check_at timestamptz not null default now(),
  -- Checked again in case a webhook is lost.
  disputed boolean not null default false
);
create index topup_directory_ref on topup_directory (provider, provider_ref);
create index topup_directory_due on topup_directory (next_check_at) where open;
create index topup_directory_disputed on topup_directory (topup_id) where disputed;

-- The disputed and the lost part of a top-up, as the provider last reported them.
create table topup_claim (
  account_id uuid not null,
  topup_id uuid not null,
  -- USD cents of the whole top-up.
  amount bigint not null check (amount > 0),
  frozen bigint not null default 0 check (frozen >= 0),
  taken bigint not null default 0 check (taken >= 0),
  -- Grows with every check, so that an older reading never overwrites a newer one.
  checks integer not null default 0,
  changed_at timestamptz(3) not null default now(),
  primary key (account_id, topup_id),
  check (frozen + taken <= amount),
  foreign key (account_id, topup_id) references topup
);
call account_table('topup_claim');

-- Global: the restore that a payment provider's checkouts were last compared after, and the result.
create table topup_check (
  provider text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  restored_at timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  -- Top-ups that were recreated.
  recovered integer not null,
  -- Checkouts that wait for a person.
  unmatched integer not null,
  primary key (provider, mode)
);

-- Global: webhooks of payment providers, stored before a job processes them and finds their account.
create table payment_event (
  provider text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  -- The provider's id: a second delivery is the same row.
  event_id text not null,
  topic text not null,
  -- The provider's object. Null: nothing that concerns a wallet.
  subject text check (subject in ('checkout', 'payment')),
  subject_ref text check ((subject is null) = (subject_ref is null)),
  -- The verified bytes; emptied 30 days after the event was processed or ignored.
  body bytea,
  -- set_aside: it could not be processed, for the reason given. It is retried, then waits for an operator.
  state text not null default 'received' check (state in ('received', 'worked', 'ignored', 'set_aside')),
  reason text check (state <> 'set_aside' or reason is not null),
  -- The top-up that it turned out to be about.
  account_id uuid,
  topup_id uuid,
  received_at timestamptz(3) not null default now(),
  worked_at timestamptz(3),
  primary key (provider, mode, event_id)
);
create index payment_event_set_aside on payment_event (received_at) where state = 'set_aside';
create trigger payment_event_state_moves before update of state on payment_event for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    received>ignored,received>set_aside,received>worked,
    set_aside>ignored,set_aside>worked}'))
  execute function refuse_move('state');
