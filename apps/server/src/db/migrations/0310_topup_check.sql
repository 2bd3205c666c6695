-- For which restore the checkouts at a payment provider were compared with ours, and what came of it.
create table topup_check (
  provider text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  restored_at timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  -- Top-ups that are known here again.
  recovered integer not null,
  -- Checkouts that wait for a person.
  unmatched integer not null,
  primary key (provider, mode)
);
