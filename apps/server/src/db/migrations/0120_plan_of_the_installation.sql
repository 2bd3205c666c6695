-- An account without a plan of its own has the one that the installation gives to everybody, also once it has a row.
alter table account_plan alter column plan_key drop not null;
