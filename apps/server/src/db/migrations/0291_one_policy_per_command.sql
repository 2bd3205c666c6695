-- Citus drops the word "restrictive" on its workers: restrictive policies become permissive ones there and are OR-ed, which
-- shows every tenant's rows. From here on a table has one permissive policy per command, with all conditions in it.

-- Merges a table's policies into one permissive policy per command, or into one for all where the commands agree. The
-- effect on PostgreSQL is the same: (any of the permissive) and (all of the restrictive).
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

-- Adds a condition to each policy of a table that tenant_table() or account_table() has put behind row level security.
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

-- call store_wall('sales_order'), after tenant_table(): a member who is held to some stores sees and writes their rows alone.
create or replace procedure store_wall(target regclass) language plpgsql as $$
begin
  call narrow_policies(target, 'app_store_ids() is null or store_id = any (app_store_ids())');
end
$$;

-- The same for tables whose rows may belong to no store: every member sees those.
create procedure store_wall_or_none(target regclass) language plpgsql as $$
begin
  call narrow_policies(target, 'app_store_ids() is null or store_id is null or store_id = any (app_store_ids())');
end
$$;

do $$
declare
  target regclass;
begin
  for target in select distinct polrelid::regclass from pg_policy loop
    call merge_policies(target);
  end loop;
end
$$;
