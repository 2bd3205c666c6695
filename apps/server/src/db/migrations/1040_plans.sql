-- The plan of an account. Without a row it has the installation's default plan, from the day the account was created.
create table account_plan (
  account_id uuid primary key,
  -- Null: the installation's default plan.
  plan_key text,
  cycle_days integer not null default 30 check (cycle_days > 0),
  -- Start of the first cycle.
  started_at timestamptz(3) not null,
  is_trial boolean not null default false,
  provider_payment text,
  -- Since when a payment for the plan is overdue.
  due_since timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
call account_table('account_plan');

-- Usage that leaves no row of its own. Imports, listings and orders are counted from their tables.
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
