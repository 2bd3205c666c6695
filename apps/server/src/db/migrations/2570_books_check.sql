-- The last comparison of all wallets with their ledgers, for the metrics of every process. One row.
create table books_check (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz(3) not null,
  accounts integer not null,
  differences integer not null
);
