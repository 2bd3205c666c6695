-- Triggers that also run on the workers of a distributed database (docs/guides/run-on-citus.md). There, a table of new or old rows can
-- be read, but no statement that writes to a distributed table may contain it; and tables of the coordinator are not found.

-- As before, with the rows read first and then written.
create or replace function audit_changes() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('app.actor', true)::jsonb;
  -- Arguments: the word for the thing, its id's column, its name's column, and columns that are not for the trail.
  hidden text[] := array['workplace_id', 'account_id', 'owner_id', 'credentials', 'webhook_secret', 'password_hash', 'token_hash',
    'updated_at', 'changed_at', 'created_at', 'lease_holder', 'lease_until', 'claimed_by', 'claimed_until', 'renewing_by',
    'renewing_until', 'next_attempt_at', 'attempts', 'pauses'] || string_to_array(tg_argv[3], ' ');
  word text := case tg_op when 'INSERT' then 'created' when 'DELETE' then 'removed' else 'changed' end;
  ids text[];
  names text[];
  was jsonb[];
  is_now jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(r.facts ->> tg_argv[1]), array_agg(r.facts ->> tg_argv[2]), array_agg(audit_facts(r.facts, hidden))
      into ids, names, is_now
      from (select to_jsonb(n) as facts from new_rows n offset 0) r;
  elsif tg_op = 'DELETE' then
    select array_agg(r.facts ->> tg_argv[1]), array_agg(r.facts ->> tg_argv[2]), array_agg(audit_facts(r.facts, hidden))
      into ids, names, was
      from (select to_jsonb(o) as facts from old_rows o offset 0) r;
  else
    select array_agg(n.facts ->> tg_argv[1]), array_agg(n.facts ->> tg_argv[2]), array_agg(audit_facts(d.was, hidden)),
        array_agg(audit_facts(d.is_now, hidden))
      into ids, names, was, is_now
      from (select to_jsonb(o) as facts from old_rows o offset 0) o
        join (select to_jsonb(n) as facts from new_rows n offset 0) n on n.facts ->> tg_argv[1] = o.facts ->> tg_argv[1]
        cross join lateral (select jsonb_object_agg(key, o.facts -> key) as was, jsonb_object_agg(key, value) as is_now
          from jsonb_each(n.facts - hidden) where value is distinct from o.facts -> key) d
      where d.is_now is not null;
  end if;
  if ids is null then
    return null;
  end if;
  -- The table of members is on the coordinator, where accounts are.
  if tg_argv[0] = 'member' then
    select array_agg(coalesce(nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email, r.name) order by r.at) into names
      from unnest(ids, names) with ordinality as r(id, name, at) left join account a on a.account_id = r.id::uuid;
  end if;
  -- One statement for all rows: one per row takes Citus milliseconds each. The clause keeps it from copying, which row-level security
  -- refuses.
  insert into audit_entry (workplace_id, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id,
      entity_name, change, before, after)
    select app_workplace_id(), actor ->> 'kind', actor ->> 'id', actor ->> 'name', coalesce(actor ->> 'ip', ''),
      coalesce(actor ->> 'userAgent', ''), actor ->> 'action', tg_argv[0], coalesce(r.id, ''), coalesce(r.name, ''), word, r.was, r.is_now
    from unnest(ids, names, was, is_now) as r(id, name, was, is_now)
    on conflict do nothing;
  return null;
end $$;
drop trigger member_name on audit_entry;
drop function audit_member_name();

create or replace function count_new_orders() returns trigger language plpgsql as $$
declare
  found record;
begin
  -- In order, so that two transactions can't wait for each other.
  for found in select workplace_id, store_id, tab, count(*) as orders from added group by 1, 2, 3 order by 1, 2, 3 loop
    insert into order_count as c (workplace_id, store_id, tab, slot, orders)
      values (found.workplace_id, found.store_id, found.tab, (pg_backend_pid() % 8)::smallint, found.orders)
      on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders + excluded.orders;
  end loop;
  return null;
end $$;

-- The time of day for statements that write. Citus evaluates it on the coordinator, which it refuses for clock_timestamp().
create function db_clock() returns timestamptz language plpgsql stable parallel safe as $$ begin return clock_timestamp(); end $$;

-- The ids of two lists, each once.
create function merged_ids(a uuid[], b uuid[], most integer) returns uuid[]
  language sql immutable parallel safe
  return array(select distinct unnest(a || b) limit most);

-- A length of time in seconds after a moment. Unlike the operator +, which knows of time zones, an update may call it with a column.
create function seconds_after(moment timestamptz, seconds double precision) returns timestamptz
  language sql immutable parallel safe
  return moment + make_interval(secs => seconds);
