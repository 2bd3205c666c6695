-- The audit log of a workplace. Triggers write it in the transaction of the change, if that runs on behalf of a person or a rule
-- (app.actor is set: see Actor in db/executor.ts). Imports from stores and suppliers have their own records.
create table audit_entry (
  workplace_id uuid not null,
  entry_id uuid not null default gen_random_uuid(),
  at timestamptz(3) not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('member', 'token', 'rule', 'operator')),
  actor_id text not null,
  actor_name text not null,
  ip text not null default '',
  user_agent text not null default '',
  -- The call or rule.
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null default '',
  change text not null check (change in ('created', 'changed', 'removed')),
  -- Changed values only. Never secrets; long values are cut.
  before jsonb,
  after jsonb,
  primary key (workplace_id, entry_id)
);
create index audit_entry_recent on audit_entry (workplace_id, at desc, entry_id desc);
create index audit_entry_of on audit_entry (workplace_id, entity, entity_id, at desc);
call tenant_table('audit_entry');
call append_only('audit_entry');

create function audit_facts(facts jsonb, hidden text[]) returns jsonb
  language sql immutable parallel safe
  return (select jsonb_object_agg(key,
      case when length(value::text) > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end)
    from jsonb_each(facts - hidden) where value <> 'null');

-- Runs once per statement: once per row made bulk changes five times slower. `offset 0` keeps the planner from building a row's
-- jsonb again for each of its columns.
create function audit_changes() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('app.actor', true)::jsonb;
  -- Arguments: the word for the thing, its id's column, its name's column, and columns that are not for the trail.
  hidden text[] := array['workplace_id', 'account_id', 'owner_id', 'credentials', 'webhook_secret', 'password_hash', 'token_hash',
    'updated_at', 'changed_at', 'created_at', 'lease_holder', 'lease_until', 'claimed_by', 'claimed_until', 'renewing_by',
    'renewing_until', 'next_attempt_at', 'attempts', 'pauses'] || string_to_array(tg_argv[3], ' ');
begin
  if tg_op = 'INSERT' then
    insert into audit_entry (workplace_id, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id,
        entity_name, change, after)
      select app_workplace_id(), actor ->> 'kind', actor ->> 'id', actor ->> 'name', coalesce(actor ->> 'ip', ''),
        coalesce(actor ->> 'userAgent', ''), actor ->> 'action', tg_argv[0], coalesce(r.facts ->> tg_argv[1], ''),
        coalesce(r.facts ->> tg_argv[2], ''), 'created', audit_facts(r.facts, hidden)
      from (select to_jsonb(n) as facts from new_rows n offset 0) r;
  elsif tg_op = 'DELETE' then
    insert into audit_entry (workplace_id, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id,
        entity_name, change, before)
      select app_workplace_id(), actor ->> 'kind', actor ->> 'id', actor ->> 'name', coalesce(actor ->> 'ip', ''),
        coalesce(actor ->> 'userAgent', ''), actor ->> 'action', tg_argv[0], coalesce(r.facts ->> tg_argv[1], ''),
        coalesce(r.facts ->> tg_argv[2], ''), 'removed', audit_facts(r.facts, hidden)
      from (select to_jsonb(o) as facts from old_rows o offset 0) r;
  else
    insert into audit_entry (workplace_id, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id,
        entity_name, change, before, after)
      select app_workplace_id(), actor ->> 'kind', actor ->> 'id', actor ->> 'name', coalesce(actor ->> 'ip', ''),
        coalesce(actor ->> 'userAgent', ''), actor ->> 'action', tg_argv[0], coalesce(n.facts ->> tg_argv[1], ''),
        coalesce(n.facts ->> tg_argv[2], ''), 'changed', audit_facts(d.was, hidden), audit_facts(d.is_now, hidden)
      from (select to_jsonb(o) as facts from old_rows o offset 0) o
        join (select to_jsonb(n) as facts from new_rows n offset 0) n on n.facts ->> tg_argv[1] = o.facts ->> tg_argv[1]
        cross join lateral (select jsonb_object_agg(key, o.facts -> key) as was, jsonb_object_agg(key, value) as is_now
          from jsonb_each(n.facts - hidden) where value is distinct from o.facts -> key) d
      where d.is_now is not null;
  end if;
  return null;
end $$;

-- call audited('store', 'insert or update or delete', 'store', 'store_id', 'platform_domain', 'metadata'): logs these changes of a
-- table under an entity's name, with the columns of its id and its name, and the columns to leave out. The id must be unique
-- within a workplace.
create procedure audited(target regclass, changes text, entity text, id_column text, name_column text, hidden text)
  language plpgsql as $$
declare
  one text;
  rows_of constant jsonb := '{"insert": "new table as new_rows", "delete": "old table as old_rows",
    "update": "old table as old_rows new table as new_rows"}';
begin
  execute format('drop trigger if exists audited on %s', target);
  foreach one in array string_to_array(changes, ' or ') loop
    execute format(
      'create trigger audited_%s after %s on %s referencing %s for each statement
        when (current_setting(''app.actor'', true) <> '''') execute function audit_changes(%L, %L, %L, %L)',
      one, one, target, rows_of ->> one, entity, id_column, name_column, hidden);
  end loop;
end
$$;

-- Logs a decision that changes no row of the workplace.
create procedure note_audit(entity text, entity_id text, entity_name text, facts jsonb) language plpgsql as $$
declare actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
begin
  if actor is null then return; end if;
  insert into audit_entry (workplace_id, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id,
      entity_name, change, after)
    values (app_workplace_id(), actor ->> 'kind', actor ->> 'id', actor ->> 'name', coalesce(actor ->> 'ip', ''),
      coalesce(actor ->> 'userAgent', ''), actor ->> 'action', entity, entity_id, entity_name, 'changed',
      audit_facts(facts, '{}'));
end $$;
