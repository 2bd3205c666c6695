-- Global: what a round of comparing wallets with their ledgers found so far, by account. differences null: it could not be compared.
create table books_difference (
  account_id uuid primary key,
  differences integer
);
