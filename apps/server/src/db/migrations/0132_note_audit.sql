-- A line of the trail for what leaves no row of its own in the workplace, such as a decision about something that goes on
-- elsewhere. Written like every other: by who acts (app.actor), in the transaction of what was done.
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
