-- What every later migration stands on: the rights of the application's role, the tenant that row level security
-- reads, and the procedures that put a table behind it. Runs as the owner; the role quayside_app exists already.

revoke create on schema public from public;
grant usage on schema public to quayside_app;
alter default privileges in schema public grant select, insert, update, delete on tables to quayside_app;
alter default privileges in schema public grant usage, select on sequences to quayside_app;

-- Kept simple so that the planner inlines them: the policy then is a plain comparison with a stable expression,
-- which an index serves under custom and generic plans alike (policy-plans.db.test.ts proves it).
create function app_workplace_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.workplace_id', true), '')::uuid;

create function app_account_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;

-- call tenant_table('orders'): only rows of the current workplace can be seen or written, the owner included.
create procedure tenant_table(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (workplace_id = app_workplace_id()) with check (workplace_id = app_workplace_id())',
    target);
end
$$;

-- call account_table('wallet_entries'): the same for tables that belong to the account.
create procedure account_table(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (account_id = app_account_id()) with check (account_id = app_account_id())',
    target);
end
$$;

-- call append_only('wallet_entries'): the application may add rows and never change or remove one.
create procedure append_only(target regclass)
  language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from quayside_app', target);
end
$$;

-- call read_only('plans'): the application may read; migrations and operators' commands write.
create procedure read_only(target regclass)
  language plpgsql as $$
begin
  execute format('revoke insert, update, delete, truncate on %s from quayside_app', target);
end
$$;
