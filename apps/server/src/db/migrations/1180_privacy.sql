-- Requests about shoppers' data: an export, or an erasure. `subject` identifies the shopper and is emptied when the request ends;
-- `label` is shortened from the start, since the audit log keeps it.
create table privacy_request (
  workplace_id uuid not null,
  request_id uuid not null,
  store_id uuid,
  origin text not null check (origin in ('shopify', 'workspace')),
  kind text not null check (kind in ('export', 'erase', 'erase_store', 'retention')),
  state text not null check (state in ('open', 'waiting', 'done', 'stopped')),
  label text not null,
  subject jsonb not null default '{}',
  -- The platform's key of the request: a second delivery is the same request.
  external_key text,
  asked_by text not null default '',
  requested_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  done_at timestamptz(3),
  -- {orders, erased: {place: rows}, suppliers: [name], waits_for: [order name], stopped}
  outcome jsonb not null default '{}',
  primary key (workplace_id, request_id)
);
create unique index privacy_request_once on privacy_request (workplace_id, external_key) where external_key is not null;
create index privacy_request_recent on privacy_request (workplace_id, requested_at desc, request_id desc);
call tenant_table('privacy_request');
call store_wall('privacy_request');
call audited('privacy_request', 'insert or update', 'privacy_request', 'request_id', 'label',
  'label origin subject outcome external_key asked_by requested_at due_at done_at');

create table privacy_setting (
  workplace_id uuid not null primary key,
  -- Months after which the shoppers' data of closed orders is erased. Null: never.
  retention_months integer check (retention_months between 1 and 120)
);
call tenant_table('privacy_setting');
call audited('privacy_setting', 'insert or update', 'retention_setting', 'workplace_id', 'retention_months', '');

-- Global: workplaces with open requests or a retention period, for a job that belongs to no tenant.
create table privacy_turn (
  workplace_id uuid primary key,
  account_id uuid not null,
  due_at timestamptz(3) not null default now()
);
create index privacy_turn_due on privacy_turn (due_at);

create function erase_audit_facts(facts jsonb) returns jsonb
  language sql immutable parallel safe
  return (select jsonb_object_agg(key,
      case when key in ('customer_name', 'customer_email', 'address', 'address_edit', 'note', 'ship_to', 'error_params', 'report_params')
        then '"[erased]"'::jsonb else value end)
    from jsonb_each(facts));

-- The only change that the audit log allows: shoppers' data in entries about orders is replaced, keys and everything else stay. It
-- runs as the owner, since the application may not change the log, and only for the workplace of the transaction.
create function erase_audit_names(workplace uuid, ids text[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased integer;
begin
  if workplace is distinct from app_workplace_id() then
    raise exception 'not the workplace of this transaction' using errcode = 'insufficient_privilege';
  end if;
  update audit_entry set before = erase_audit_facts(before), after = erase_audit_facts(after)
    where workplace_id = workplace and entity in ('order', 'supplier_order') and entity_id = any (ids)
      and (before is distinct from erase_audit_facts(before) or after is distinct from erase_audit_facts(after));
  get diagnostics erased = row_count;
  return erased;
end $$;
revoke execute on function erase_audit_names from public;
grant execute on function erase_audit_names to quayside_app;
