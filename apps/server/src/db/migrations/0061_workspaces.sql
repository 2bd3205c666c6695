-- A deleted workspace keeps its rows, which nobody can reach any more: it has no members.
alter table workplace add column deleted_at timestamptz;
