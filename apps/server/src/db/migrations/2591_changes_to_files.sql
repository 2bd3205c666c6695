-- Old changes of automatic updates go to files too (features/history, docs/decisions/0460).
alter table history_export drop constraint history_export_kind_check;
alter table history_export add constraint history_export_kind_check check (kind in ('audit', 'orders', 'tasks', 'updates'));
