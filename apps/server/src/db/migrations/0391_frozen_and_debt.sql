-- What is disputed of a wallet's top-ups, and what was taken back after it was spent.
alter table wallet add column frozen bigint not null default 0 check (frozen >= 0);
alter table wallet add column debt bigint not null default 0 check (debt >= 0);
-- Money that comes in pays the debt first: cash and debt are never there together.
alter table wallet add constraint wallet_debt_is_paid_first check (debt = 0 or topup = 0) not valid;

-- How much of a top-up is disputed or gone, as the provider said last.
create table topup_claim (
  account_id uuid not null,
  topup_id uuid not null,
  -- USD cents of the whole top-up.
  amount bigint not null check (amount > 0),
  frozen bigint not null default 0 check (frozen >= 0),
  taken bigint not null default 0 check (taken >= 0),
  -- Grows with every check, so that an older reading of the provider is never booked over a newer one.
  checks integer not null default 0,
  changed_at timestamptz(3) not null default now(),
  primary key (account_id, topup_id),
  check (frozen + taken <= amount),
  foreign key (account_id, topup_id) references topup
);
call account_table('topup_claim');

-- Finds the disputed top-ups, which are asked about again in case a webhook is lost.
alter table topup_directory add column disputed boolean not null default false;
create index topup_directory_disputed on topup_directory (topup_id) where disputed;

-- Finds all postings of one payment: what was set aside, settled and refunded.
create index ledger_posting_payment on ledger_posting (account_id, split_part(idempotency_key, ':', 2))
  where kind in ('reserve', 'settle', 'refund');
