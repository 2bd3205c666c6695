-- Each row is made into facts once: `offset 0` keeps the planner from making it again for every one of its columns, which cost
-- a millisecond a row.
create or replace function audit_changes() returns trigger language plpgsql as $$
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
