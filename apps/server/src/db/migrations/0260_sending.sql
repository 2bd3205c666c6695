-- Whether anything may leave the installation, and which PostgreSQL server its data was last seen on.

-- Names the history this database is on: the cluster, its timeline and the database. A restore into another cluster or
-- database, a point-in-time recovery and a promoted replica all change it. Null where it cannot be read.
create function server_identity() returns text language plpgsql stable as $$
begin
  if pg_is_in_recovery() then
    return null;
  end if;
  return (select system_identifier from pg_control_system())
    || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
    || '/' || (select oid from pg_database where datname = current_database());
exception when insufficient_privilege or undefined_function then
  return null;
end
$$;

create table installation (
  only_row boolean primary key default true check (only_row),
  -- Set while nothing may leave.
  sending_held_since timestamptz(3),
  sending_held_reason text check (sending_held_reason in ('restored', 'server_changed', 'operator')),
  -- The last time the data may have gone back in time: what happened at stores and suppliers before it may be unknown here.
  restored_at timestamptz(3),
  -- The last time the data was known to be current before that.
  current_until timestamptz(3),
  -- A worker notes each minute that the installation is alive.
  seen_at timestamptz(3),
  server text,
  check ((sending_held_since is null) = (sending_held_reason is null))
);
insert into installation default values;
revoke insert, delete, truncate on installation from quayside_app;
