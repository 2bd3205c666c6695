-- Rights of the application's role, the settings that row-level security reads, and the procedures that put a table behind it.
-- Migrations run as the owner of the database; the role quayside_app already exists.

revoke create on schema public from public;
grant usage on schema public to quayside_app;
alter default privileges in schema public grant select, insert, update, delete on tables to quayside_app;
alter default privileges in schema public grant usage, select on sequences to quayside_app;

-- Simple enough for the planner to inline: a policy is then a comparison with a stable expression, which an index serves under
-- custom and generic plans alike (policy-plans.db.test.ts).
create function app_workplace_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.workplace_id', true), '')::uuid;

create function app_account_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;

-- The stores that the current member is limited to. Null: all of them.
create function app_store_ids() returns uuid[]
  language sql stable parallel safe
  return nullif(current_setting('app.store_ids', true), '')::uuid[];

-- call tenant_table('sales_order'): only rows of the current workplace can be read or written, by the owner too.
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

-- call account_table('wallet'): the same for tables that belong to an account.
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

-- call append_only('audit_entry'): the application adds rows and never changes or removes one.
create procedure append_only(target regclass)
  language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from quayside_app', target);
end
$$;

-- call read_only('plan'): the application reads; migrations and operators' commands write.
create procedure read_only(target regclass)
  language plpgsql as $$
begin
  execute format('revoke insert, update, delete, truncate on %s from quayside_app', target);
end
$$;

-- Merges a table's policies into one permissive policy per command, or into one for all commands if they agree. Citus drops the
-- word "restrictive" on its workers, where such a policy would be OR-ed with the others and show every tenant's rows.
create procedure merge_policies(target regclass) language plpgsql as $$
declare
  reads text; adds text; sees text; writes text; removes text;
begin
  if exists (select from pg_policy where polrelid = target and polroles <> '{0}') then
    raise exception 'merge_policies(%): a policy is for some roles only', target;
  end if;
  if not exists (select from pg_policy where polrelid = target and not polpermissive)
    and (select count(*) from pg_policy where polrelid = target) < 2 then
    return;
  end if;
  with policy as (
    select polcmd, polpermissive, polname, pg_get_expr(polqual, polrelid) as using_text,
      coalesce(pg_get_expr(polwithcheck, polrelid), pg_get_expr(polqual, polrelid)) as check_text
    from pg_policy where polrelid = target
  ), part as (
    select side.name, p.polpermissive, p.polname, side.text
    from policy p cross join lateral (values
      ('reads', 'r', p.using_text), ('adds', 'a', p.check_text), ('sees', 'w', p.using_text), ('writes', 'w', p.check_text),
      ('removes', 'd', p.using_text)) as side(name, command, text)
    where p.polcmd::text in ('*', side.command) and side.text is not null
  ), merged as (
    select name, concat_ws(' and ',
      '(' || string_agg(text, ' or ' order by polname) filter (where polpermissive) || ')',
      string_agg(text, ' and ' order by polname) filter (where not polpermissive)) as text
    from part group by name having bool_or(polpermissive)
  )
  select min(text) filter (where name = 'reads'), min(text) filter (where name = 'adds'), min(text) filter (where name = 'sees'),
      min(text) filter (where name = 'writes'), min(text) filter (where name = 'removes')
    into reads, adds, sees, writes, removes from merged;
  declare
    old name;
  begin
    for old in select polname from pg_policy where polrelid = target loop
      execute format('drop policy %I on %s', old, target);
    end loop;
  end;
  if reads = adds and reads = sees and reads = writes and reads = removes then
    execute format('create policy tenant on %s using (%s) with check (%s)', target, reads, adds);
    return;
  end if;
  -- A command without a permissive policy stays refused.
  if reads is not null then execute format('create policy tenant_reads on %s for select using (%s)', target, reads); end if;
  if adds is not null then execute format('create policy tenant_adds on %s for insert with check (%s)', target, adds); end if;
  if sees is not null then
    execute format('create policy tenant_changes on %s for update using (%s) with check (%s)', target, sees, writes);
  end if;
  if removes is not null then execute format('create policy tenant_removes on %s for delete using (%s)', target, removes); end if;
end
$$;

-- Adds a condition to each policy of a table.
create procedure narrow_policies(target regclass, condition text) language plpgsql as $$
declare
  one record;
begin
  if not exists (select from pg_policy where polrelid = target) then
    raise exception 'narrow_policies(%): call tenant_table() first', target;
  end if;
  for one in select polname, pg_get_expr(polqual, polrelid) as using_text, pg_get_expr(polwithcheck, polrelid) as check_text
    from pg_policy where polrelid = target loop
    execute format('alter policy %I on %s', one.polname, target)
      || coalesce(format(' using (%s and (%s))', one.using_text, condition), '')
      || coalesce(format(' with check (%s and (%s))', one.check_text, condition), '');
  end loop;
end
$$;

-- call store_wall('sales_order'), after tenant_table(): members who are limited to some stores see and write only their rows.
create procedure store_wall(target regclass) language plpgsql as $$
begin
  call narrow_policies(target, 'app_store_ids() is null or store_id = any (app_store_ids())');
end
$$;

-- The same for tables with rows that belong to no store: every member sees those.
create procedure store_wall_or_none(target regclass) language plpgsql as $$
begin
  call narrow_policies(target, 'app_store_ids() is null or store_id is null or store_id = any (app_store_ids())');
end
$$;

-- Refuses a change of state that no transition table declares. The triggers that call it list the declared changes in their
-- condition; packages/testing/src/db/state-moves.ts writes them and a test compares both.
create function refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '%.%: % may not become %', tg_table_name, tg_argv[0], to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]
    using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
end $$;
