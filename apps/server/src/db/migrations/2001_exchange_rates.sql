-- Exchange rates: the published ones of each day, and those that workplaces typed.

-- Units of a currency for one euro, as the source published them. Global: they are the same for everybody.
create table exchange_rate (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  per_euro numeric not null check (per_euro > 0),
  source text not null,
  read_at timestamptz(3) not null default now(),
  primary key (currency, day)
);

-- The rate that a workplace typed last for a pair of currencies: units of to_currency for one unit of from_currency.
create table workplace_rate (
  workplace_id uuid not null,
  from_currency text not null,
  to_currency text not null,
  rate numeric not null check (rate > 0),
  typed_at timestamptz(3) not null default now(),
  primary key (workplace_id, from_currency, to_currency)
);
call tenant_table('workplace_rate');
call audited('workplace_rate', 'insert or update or delete', 'exchange_rate', 'workplace_id', 'to_currency', 'typed_at');
