-- On Citus, rows of a workspace that one role changed in a transaction can't be touched by another role in it. So what the application
-- changes in the activity log beside other rows, it changes with its own rights, or the owner's function does all of it. delete_exported_audit
-- and erase_audit_names stay for processes of the version before.

-- Records an export of the activity log and deletes its rows.
create function export_audit(workplace uuid, export uuid, first_day date, file uuid, ids uuid[], exported timestamptz) returns setof audit_entry
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if workplace is distinct from app_workplace_id() then
    raise exception 'not the workplace of this transaction' using errcode = 'insufficient_privilege';
  end if;
  insert into history_export (workplace_id, export_id, kind, month, entries, file_id, ids_hash, exported_at)
    values (workplace, export, 'audit', first_day, cardinality(ids), file, history_ids_hash(ids), exported);
  return query delete from audit_entry a
    where a.workplace_id = workplace and a.entry_id = any (ids)
      and a.at >= first_day::timestamp at time zone 'UTC'
      and a.at < (first_day + interval '1 month') at time zone 'UTC'
      and a.at < now() - interval '28 days'
    returning a.*;
end $$;
revoke execute on function export_audit from public;
grant execute on function export_audit to quayside_app;

-- The only change that the log allows: shoppers' data in entries about orders is replaced, keys and everything else stay.
create function audit_erasures_only() returns trigger language plpgsql as $$
begin
  if old.entity not in ('order', 'supplier_order')
    or (new.before is distinct from old.before and new.before is distinct from erase_audit_facts(old.before))
    or (new.after is distinct from old.after and new.after is distinct from erase_audit_facts(old.after)) then
    raise exception 'entries of the activity log are only erased' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger erasures_only before update on audit_entry for each row execute function audit_erasures_only();
grant update (before, after) on audit_entry to quayside_app;
