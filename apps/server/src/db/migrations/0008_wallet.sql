-- Double entry, append only, in USD. A posting is a group of entries that sum to zero; its key makes it happen once.
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

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
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

-- Balances kept beside the ledger and locked while money moves; the ledger is the truth and a job compares the two.
create table wallet (
  account_id uuid not null,
  mode text not null check (mode in ('live', 'sandbox')),
  topup bigint not null default 0 check (topup >= 0),
  bonus bigint not null default 0 check (bonus >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  policy_accepted_at timestamptz,
  primary key (account_id, mode)
);
call account_table('wallet');

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
  primary key (account_id, topup_id)
);
create unique index topup_provider on topup (account_id, provider, provider_ref);
call account_table('topup');

-- Global: finds the account of a payment provider's webhook, and the top-ups to ask after.
create table topup_directory (
  topup_id uuid primary key,
  account_id uuid not null,
  provider text not null,
  provider_ref text,
  mode text not null,
  open boolean not null default true,
  next_check_at timestamptz not null default now()
);
create index topup_directory_ref on topup_directory (provider, provider_ref);
create index topup_directory_due on topup_directory (next_check_at) where open;
