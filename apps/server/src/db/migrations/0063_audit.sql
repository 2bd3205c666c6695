-- Who did what in a workplace. Written by the triggers below in the transaction of the change itself, whenever that
-- transaction runs on somebody's behalf (app.actor is set: see Actor in db/executor.ts). What the system does by itself,
-- such as taking in orders, has its own records.
create table audit_entry (
  workplace_id uuid not null,
  entry_id uuid not null default gen_random_uuid(),
  at timestamptz(3) not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('member', 'token', 'rule', 'operator')),
  actor_id text not null,
  actor_name text not null,
  ip text not null default '',
  user_agent text not null default '',
  -- The declared call or rule.
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null default '',
  change text not null check (change in ('created', 'changed', 'removed')),
  -- Of a change only what differs. Secrets never; long values are cut.
  before jsonb,
  after jsonb,
  primary key (workplace_id, entry_id)
);
create index audit_entry_recent on audit_entry (workplace_id, at desc, entry_id desc);
create index audit_entry_of on audit_entry (workplace_id, entity, entity_id, at desc);
call tenant_table('audit_entry');
call append_only('audit_entry');

-- What the trail keeps of a row: no secrets, nothing that moves by itself, long values cut.
create function audit_facts(facts jsonb, hidden text[]) returns jsonb
  language sql immutable parallel safe
  return (select jsonb_object_agg(key,
      case when length(value::text) > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end)
    from jsonb_each(facts - hidden) where value <> 'null');

create function audit_change() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('app.actor', true)::jsonb;
  -- Arguments: the word for the thing, its id's column, its name's column, and columns that are not for the trail.
  hidden text[] := array['workplace_id', 'account_id', 'owner_id', 'credentials', 'webhook_secret', 'password_hash', 'token_hash',
    'updated_at', 'changed_at', 'created_at', 'lease_holder', 'lease_until', 'claimed_by', 'claimed_until', 'renewing_by',
    'renewing_until', 'next_attempt_at', 'attempts', 'pauses'] || string_to_array(tg_argv[3], ' ');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  this_row jsonb := coalesce(new_row, old_row);
  was jsonb;
  is_now jsonb;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, old_row -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}') into was, is_now
      from jsonb_each(new_row - hidden) where value is distinct from old_row -> key;
    if is_now = '{}' then return null; end if;
  else
    was := old_row;
    is_now := new_row;
  end if;
  insert into audit_entry (workplace_id, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id,
      entity_name, change, before, after)
    values (app_workplace_id(), actor ->> 'kind', actor ->> 'id', actor ->> 'name', coalesce(actor ->> 'ip', ''),
      coalesce(actor ->> 'userAgent', ''), actor ->> 'action', tg_argv[0], coalesce(this_row ->> tg_argv[1], ''),
      coalesce(this_row ->> tg_argv[2], ''),
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end,
      audit_facts(was, hidden), audit_facts(is_now, hidden));
  return null;
end $$;

-- call audited('store', 'insert or update or delete', 'store', 'store_id', 'platform_domain', 'metadata'):
-- every such change that somebody makes is written down.
create procedure audited(target regclass, changes text, entity text, id_column text, name_column text, hidden text)
  language plpgsql as $$
begin
  execute format(
    'create trigger audited after %s on %s for each row when (current_setting(''app.actor'', true) <> '''')
      execute function audit_change(%L, %L, %L, %L)', changes, target, entity, id_column, name_column, hidden);
end
$$;

call audited('workplace', 'insert or update', 'workspace', 'workplace_id', 'name', '');
call audited('member', 'insert or update or delete', 'member', 'account_id', 'role', '');
call audited('invitation', 'insert or update', 'invitation', 'invitation_id', 'email', '');
call audited('store', 'insert or update or delete', 'store', 'store_id', 'platform_domain',
  'metadata last_webhook_at last_polled_at order_cursor');
call audited('supplier_connection', 'insert or update or delete', 'supplier', 'connection_id', 'label', 'last_synced_at');
call audited('product', 'insert or update or delete', 'product', 'product_id', 'title', 'original revision push_state');
-- The variants of a new product come with it; what is done to them later is written down.
call audited('product_variant', 'update or delete', 'variant', 'variant_id', 'sku', 'position');
call audited('listing', 'insert or update or delete', 'listing', 'listing_id', 'handle', 'attempted_at process_id variant_ids');
-- Orders and their lines come from stores; only what a person does to them is his.
call audited('sales_order', 'update', 'order', 'order_id', 'name', 'tab problems read_at store_updated_at cost cost_is_whole cost_currency');
call audited('order_line', 'update', 'order_line', 'line_id', 'title', '');
call audited('supplier_order', 'insert or update', 'supplier_order', 'supplier_order_id', 'reference',
  'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts');
call audited('purchasing_setting', 'insert or update', 'payment_setting', 'workplace_id', 'payment_behavior', '');
call audited('topup', 'insert', 'topup', 'topup_id', 'provider', 'confirmation_url provider_ref');
call audited('wallet', 'update', 'wallet', 'mode', 'mode', '');
