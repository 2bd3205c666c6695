-- Sweeps in batches: when a workplace was last swept, and how long a worker holds it.
alter table open_work_directory add column swept_at timestamptz not null default '1970-01-01T00:00:00Z';
alter table open_work_directory add column claimed_until timestamptz(3);
create index open_work_swept on open_work_directory (swept_at);
create index open_work_account on open_work_directory (account_id, workplace_id);

-- Global: how far the current round of a schedule over all workplaces or accounts is. after_id null: the round is over.
create table schedule_round (
  schedule text primary key,
  after_id uuid
);
-- Global: pages of a round that a worker holds, rows with done_id < id <= last_id are left.
create table schedule_page (
  schedule text not null,
  last_id uuid not null,
  done_id uuid not null,
  claimed_until timestamptz(3) not null,
  primary key (schedule, last_id)
);
create index store_directory_workplace on store_directory (workplace_id, account_id);
create index supplier_directory_workplace on supplier_directory (workplace_id, account_id);
