-- Which plan an account has. No row: the free plan, from the day the account was made. Billing writes here once it exists.
create table account_plan (
  account_id uuid primary key,
  plan_key text not null,
  cycle_days integer not null default 30 check (cycle_days > 0),
  -- The first cycle begins here; the others follow by themselves.
  started_at timestamptz(3) not null,
  is_trial boolean not null default false,
  provider_payment text,
  -- A payment for the plan is overdue since then.
  due_since timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
call account_table('account_plan');

-- Uses of features that leave no row of their own. What leaves rows (imports, listings, orders) is counted from them.
create table usage_record (
  account_id uuid not null,
  -- Made from the time of the use, so that a cycle is a range of ids.
  usage_id uuid not null,
  feature text not null,
  amount integer not null check (amount > 0),
  used_by uuid not null,
  primary key (account_id, usage_id)
);
call account_table('usage_record');
