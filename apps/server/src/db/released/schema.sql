-- The schema that the migrations make. Written by `npm run schema` and compared by a test; read it, do not run it.

--- schema public
create schema public;
grant usage on schema public to public;
grant usage on schema public to quayside_app;
alter default privileges in schema public grant select, usage on sequences to quayside_app;
alter default privileges in schema public grant delete, insert, select, update on tables to quayside_app;

--- schema warehouse
create schema warehouse;
grant usage on schema warehouse to quayside_app;
alter default privileges in schema warehouse grant select, usage on sequences to quayside_app;
alter default privileges in schema warehouse grant delete, insert, select, update on tables to quayside_app;

--- procedure account_table(regclass)
CREATE OR REPLACE PROCEDURE public.account_table(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (account_id = app_account_id()) with check (account_id = app_account_id())',
    target);
end
$procedure$;

--- function app_account_id()
CREATE OR REPLACE FUNCTION public.app_account_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid;

--- function app_store_ids()
CREATE OR REPLACE FUNCTION public.app_store_ids()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.store_ids'::text, true), ''::text))::uuid[];

--- function app_workplace_id()
CREATE OR REPLACE FUNCTION public.app_workplace_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.workplace_id'::text, true), ''::text))::uuid;

--- procedure append_only(regclass)
CREATE OR REPLACE PROCEDURE public.append_only(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('revoke update, delete, truncate on %s from quayside_app', target);
end
$procedure$;

--- function audit_changes()
CREATE OR REPLACE FUNCTION public.audit_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

--- function audit_erasures_only()
CREATE OR REPLACE FUNCTION public.audit_erasures_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.entity not in ('order', 'supplier_order')
    or (new.before is distinct from old.before and new.before is distinct from erase_audit_facts(old.before))
    or (new.after is distinct from old.after and new.after is distinct from erase_audit_facts(old.after)) then
    raise exception 'entries of the activity log are only erased' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

--- function audit_facts(jsonb,text[])
CREATE OR REPLACE FUNCTION public.audit_facts(facts jsonb, hidden text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT jsonb_object_agg(jsonb_each.key, CASE WHEN (length((jsonb_each.value)::text) > 1000) THEN to_jsonb(("left"((jsonb_each.value #>> '{}'::text[]), 1000) || '…'::text)) ELSE jsonb_each.value END) AS jsonb_object_agg FROM jsonb_each((audit_facts.facts - audit_facts.hidden)) jsonb_each(key, value) WHERE (jsonb_each.value <> 'null'::jsonb));

--- procedure audited(regclass,text,text,text,text,text)
CREATE OR REPLACE PROCEDURE public.audited(IN target regclass, IN changes text, IN entity text, IN id_column text, IN name_column text, IN hidden text)
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;

--- function barcode_key(text)
CREATE OR REPLACE FUNCTION public.barcode_key(barcode text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(ltrim(replace(replace(barcode, ' '::text, ''::text), '-'::text, ''::text), '0'::text));

--- function calling_codes()
CREATE OR REPLACE FUNCTION public.calling_codes()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '{"AC": "247", "AD": "376", "AE": "971", "AF": "93", "AG": "1", "AI": "1", "AL": "355", "AM": "374", "AO": "244", "AR": "54", "AS": "1", "AT": "43", "AU": "61", "AW": "297", "AX": "358", "AZ": "994", "BA": "387", "BB": "1", "BD": "880", "BE": "32", "BF": "226", "BG": "359", "BH": "973", "BI": "257", "BJ": "229", "BL": "590", "BM": "1", "BN": "673", "BO": "591", "BQ": "599", "BR": "55", "BS": "1", "BT": "975", "BW": "267", "BY": "375", "BZ": "501", "CA": "1", "CC": "61", "CD": "243", "CF": "236", "CG": "242", "CH": "41", "CI": "225", "CK": "682", "CL": "56", "CM": "237", "CN": "86", "CO": "57", "CR": "506", "CU": "53", "CV": "238", "CW": "599", "CX": "61", "CY": "357", "CZ": "420", "DE": "49", "DJ": "253", "DK": "45", "DM": "1", "DO": "1", "DZ": "213", "EC": "593", "EE": "372", "EG": "20", "EH": "212", "ER": "291", "ES": "34", "ET": "251", "FI": "358", "FJ": "679", "FK": "500", "FM": "691", "FO": "298", "FR": "33", "GA": "241", "GB": "44", "GD": "1", "GE": "995", "GF": "594", "GG": "44", "GH": "233", "GI": "350", "GL": "299", "GM": "220", "GN": "224", "GP": "590", "GQ": "240", "GR": "30", "GT": "502", "GU": "1", "GW": "245", "GY": "592", "HK": "852", "HN": "504", "HR": "385", "HT": "509", "HU": "36", "ID": "62", "IE": "353", "IL": "972", "IM": "44", "IN": "91", "IO": "246", "IQ": "964", "IR": "98", "IS": "354", "IT": "39", "JE": "44", "JM": "1", "JO": "962", "JP": "81", "KE": "254", "KG": "996", "KH": "855", "KI": "686", "KM": "269", "KN": "1", "KP": "850", "KR": "82", "KW": "965", "KY": "1", "KZ": "7", "LA": "856", "LB": "961", "LC": "1", "LI": "423", "LK": "94", "LR": "231", "LS": "266", "LT": "370", "LU": "352", "LV": "371", "LY": "218", "MA": "212", "MC": "377", "MD": "373", "ME": "382", "MF": "590", "MG": "261", "MH": "692", "MK": "389", "ML": "223", "MM": "95", "MN": "976", "MO": "853", "MP": "1", "MQ": "596", "MR": "222", "MS": "1", "MT": "356", "MU": "230", "MV": "960", "MW": "265", "MX": "52", "MY": "60", "MZ": "258", "NA": "264", "NC": "687", "NE": "227", "NF": "672", "NG": "234", "NI": "505", "NL": "31", "NO": "47", "NP": "977", "NR": "674", "NU": "683", "NZ": "64", "OM": "968", "PA": "507", "PE": "51", "PF": "689", "PG": "675", "PH": "63", "PK": "92", "PL": "48", "PM": "508", "PR": "1", "PS": "970", "PT": "351", "PW": "680", "PY": "595", "QA": "974", "RE": "262", "RO": "40", "RS": "381", "RU": "7", "RW": "250", "SA": "966", "SB": "677", "SC": "248", "SD": "249", "SE": "46", "SG": "65", "SH": "290", "SI": "386", "SJ": "47", "SK": "421", "SL": "232", "SM": "378", "SN": "221", "SO": "252", "SR": "597", "SS": "211", "ST": "239", "SV": "503", "SX": "1", "SY": "963", "SZ": "268", "TC": "1", "TD": "235", "TG": "228", "TH": "66", "TJ": "992", "TK": "690", "TL": "670", "TM": "993", "TN": "216", "TO": "676", "TR": "90", "TT": "1", "TV": "688", "TW": "886", "TZ": "255", "UA": "380", "UG": "256", "US": "1", "UY": "598", "UZ": "998", "VA": "39", "VC": "1", "VE": "58", "VG": "1", "VI": "1", "VN": "84", "VU": "678", "WF": "681", "WS": "685", "XK": "383", "YE": "967", "YT": "262", "ZA": "27", "ZM": "260", "ZW": "263"}'::jsonb;

--- function count_moved_order()
CREATE OR REPLACE FUNCTION public.count_moved_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  free smallint := count_slot(old.workplace_id);
begin
  insert into order_count as c values (old.workplace_id, old.store_id, old.tab, free, -1)
  on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders - 1;
  if tg_op = 'UPDATE' then
    insert into order_count as c values (new.workplace_id, new.store_id, new.tab, free, 1)
    on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders + 1;
  end if;
  return null;
end $function$;

--- function count_new_orders()
CREATE OR REPLACE FUNCTION public.count_new_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found record;
begin
  for found in select workplace_id, store_id, tab, count(*) as orders from added group by 1, 2, 3 order by 1, 2, 3 loop
    insert into order_count as c (workplace_id, store_id, tab, slot, orders)
      values (found.workplace_id, found.store_id, found.tab, count_slot(found.workplace_id), found.orders)
      on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders + excluded.orders;
  end loop;
  return null;
end $function$;

--- function count_slot(uuid)
CREATE OR REPLACE FUNCTION public.count_slot(workplace uuid)
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
begin
  for slot in 0..31 loop
    if pg_try_advisory_xact_lock(hashtextextended('order_count ' || workplace || ' ' || slot, 0)) then
      return slot;
    end if;
  end loop;
  return 32 + pg_backend_pid() % 32000;
end $function$;

--- function db_clock()
CREATE OR REPLACE FUNCTION public.db_clock()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$ begin return clock_timestamp(); end $function$;

--- function delete_exported_account_events(uuid,uuid,uuid[])
CREATE OR REPLACE FUNCTION public.delete_exported_account_events(account uuid, export uuid, ids uuid[])
 RETURNS SETOF account_event
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  exported account_history;
begin
  if account is distinct from app_account_id() then
    raise exception 'not the account of this transaction' using errcode = 'insufficient_privilege';
  end if;
  select * into exported from account_history e
    where e.account_id = account and e.export_id = export and e.kind = 'security';
  if exported.ids_hash is distinct from history_ids_hash(ids) then
    raise exception 'these events were not exported' using errcode = 'insufficient_privilege';
  end if;
  return query delete from account_event a
    where a.account_id = account and a.event_id = any (ids)
      and a.at >= exported.month::timestamp at time zone 'UTC'
      and a.at < (exported.month + interval '1 month') at time zone 'UTC'
      and a.at < now() - interval '28 days'
    returning a.*;
end $function$;
grant execute to quayside_app;

--- function delete_exported_audit(uuid,uuid,uuid[])
CREATE OR REPLACE FUNCTION public.delete_exported_audit(workplace uuid, export uuid, ids uuid[])
 RETURNS SETOF audit_entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  exported history_export;
begin
  if workplace is distinct from app_workplace_id() then
    raise exception 'not the workplace of this transaction' using errcode = 'insufficient_privilege';
  end if;
  select * into exported from history_export e
    where e.workplace_id = workplace and e.export_id = export and e.kind = 'audit';
  if exported.ids_hash is distinct from history_ids_hash(ids) then
    raise exception 'these entries were not exported' using errcode = 'insufficient_privilege';
  end if;
  return query delete from audit_entry a
    where a.workplace_id = workplace and a.entry_id = any (ids)
      and a.at >= exported.month::timestamp at time zone 'UTC'
      and a.at < (exported.month + interval '1 month') at time zone 'UTC'
      and a.at < now() - interval '28 days'
    returning a.*;
end $function$;
grant execute to quayside_app;

--- function erase_account_rows(regclass,text,uuid,uuid)
CREATE OR REPLACE FUNCTION public.erase_account_rows(target regclass, tenant_column text, tenant uuid, account_of uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare erased bigint;
begin
  if account_of is distinct from app_account_id() then
    raise exception 'not the account of this transaction' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from account where account_id = account_of and delete_at < now()) then
    raise exception 'the account % is not to be erased', account_of using errcode = 'restrict_violation';
  end if;
  if tenant_column = 'account_id' then
    if tenant <> account_of then
      raise exception 'not of this account' using errcode = 'restrict_violation';
    end if;
  elsif tenant_column <> 'workplace_id'
    or not exists (select from workplace where workplace_id = tenant and account_id = account_of) then
    raise exception 'not a workplace of this account' using errcode = 'restrict_violation';
  end if;
  execute format('delete from %s where %I = $1', target, tenant_column) using tenant;
  get diagnostics erased = row_count;
  return erased;
end $function$;
grant execute to quayside_app;

--- function erase_audit_facts(jsonb)
CREATE OR REPLACE FUNCTION public.erase_audit_facts(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT jsonb_object_agg(jsonb_each.key, CASE WHEN (jsonb_each.key = ANY (ARRAY['customer_name'::text, 'customer_email'::text, 'address'::text, 'address_edit'::text, 'note'::text, 'ship_to'::text, 'error_params'::text, 'report_params'::text])) THEN '"[erased]"'::jsonb ELSE jsonb_each.value END) AS jsonb_object_agg FROM jsonb_each(erase_audit_facts.facts) jsonb_each(key, value));

--- function erase_audit_names(uuid,text[])
CREATE OR REPLACE FUNCTION public.erase_audit_names(workplace uuid, ids text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
grant execute to quayside_app;

--- function export_audit(uuid,uuid,date,uuid,uuid[],timestamp with time zone)
CREATE OR REPLACE FUNCTION public.export_audit(workplace uuid, export uuid, first_day date, file uuid, ids uuid[], exported timestamp with time zone)
 RETURNS SETOF audit_entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if workplace is distinct from app_workplace_id() then
    raise exception 'not the workplace of this transaction' using errcode = 'insufficient_privilege';
  end if;
  insert into history_export (workplace_id, export_id, kind, month, entries, file_id, ids_hash, exported_at)
    values (workplace, export, 'audit', first_day, cardinality(ids), file, history_ids_hash(ids), exported);
  return query delete from audit_entry a
    where a.workplace_id = workplace and a.entry_id = any (ids)
      and a.at >= first_day::timestamp at time zone 'UTC'
      and a.at < (first_day + interval '1 month') at time zone 'UTC'
      and a.at < now() - interval '28 days'
    returning a.*;
end $function$;
grant execute to quayside_app;

--- function forget_notices_of_member()
CREATE OR REPLACE FUNCTION public.forget_notices_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from notification_preference where workplace_id = old.workplace_id and account_id = old.account_id;
  delete from notification_read where workplace_id = old.workplace_id and account_id = old.account_id;
  delete from notification_member where workplace_id = old.workplace_id and account_id = old.account_id;
  return null;
end $function$;

--- function history_ids_hash(uuid[])
CREATE OR REPLACE FUNCTION public.history_ids_hash(ids uuid[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN encode(sha256(convert_to(array_to_string(ids, ','::text), 'UTF8'::name)), 'hex'::text);

--- function keep_order_contacts()
CREATE OR REPLACE FUNCTION public.keep_order_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found text;
begin
  if tg_op = 'UPDATE' then
    delete from order_contact where workplace_id = new.workplace_id and order_id = new.order_id;
  end if;
  foreach found in array order_contact_keys(new.customer_email, new.address, new.address_edit) loop
    insert into order_contact (workplace_id, contact_key, order_id) values (new.workplace_id, found, new.order_id);
  end loop;
  return null;
end $function$;

--- function keep_product_tags()
CREATE OR REPLACE FUNCTION public.keep_product_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from product_tag where workplace_id = new.workplace_id and product_id = new.product_id;
  end if;
  if new.deleted_at is null then
    insert into product_tag (workplace_id, product_id, word, tag)
      select distinct on (lower(t.tag)) new.workplace_id, new.product_id, lower(t.tag), t.tag
      from unnest(new.tags) with ordinality t(tag, at)
      order by lower(t.tag), t.at
      on conflict do nothing;
  end if;
  return null;
end $function$;

--- function ledger_is_append_only()
CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (select from account where account_id = old.account_id and delete_at < now()) then
    return old;
  end if;
  raise exception 'the ledger is append only' using errcode = 'restrict_violation';
end $function$;

--- function ledger_posting_balances()
CREATE OR REPLACE FUNCTION public.ledger_posting_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare rest bigint;
begin
  select sum(amount) into rest from ledger_entry where account_id = new.account_id and posting_id = new.posting_id;
  if rest is distinct from 0 then
    raise exception 'posting % does not balance: %', new.posting_id, rest using errcode = 'check_violation';
  end if;
  return null;
end $function$;

--- function live_append(uuid,jsonb)
CREATE OR REPLACE FUNCTION public.live_append(workplace uuid, events jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  added bigint := jsonb_array_length(events);
  reached bigint;
  written bigint;
  moment timestamptz;
begin
  insert into live_position as p (workplace_id, last) values (workplace, added)
    on conflict (workplace_id) do update set last = p.last + excluded.last
    returning last into reached;
  moment := clock_timestamp();
  insert into live_event (workplace_id, position, event_id, topic, ids, payload, at)
    select workplace, reached - added + e.n, e.event_id, e.topic, coalesce(e.ids, '{}'), e.payload, moment
    from rows from (jsonb_to_recordset(events) as (event_id uuid, topic text, ids text[], payload jsonb)) with ordinality
      as e(event_id, topic, ids, payload, n)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> added then
    raise exception 'live_append wrote % events of workplace %, expected %: live_position is behind live_event',
      written, workplace, added;
  end if;
  return reached;
end $function$;

--- procedure merge_policies(regclass)
CREATE OR REPLACE PROCEDURE public.merge_policies(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;

--- function merged_ids(uuid[],uuid[],integer)
CREATE OR REPLACE FUNCTION public.merged_ids(a uuid[], b uuid[], most integer)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT unnest((a || b)) AS unnest LIMIT most);

--- procedure narrow_policies(regclass,text)
CREATE OR REPLACE PROCEDURE public.narrow_policies(IN target regclass, IN condition text)
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;

--- procedure note_audit(text,text,text,jsonb)
CREATE OR REPLACE PROCEDURE public.note_audit(IN entity text, IN entity_id text, IN entity_name text, IN facts jsonb)
 LANGUAGE plpgsql
AS $procedure$
declare actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
begin
  if actor is null then return; end if;
  insert into audit_entry (workplace_id, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id,
      entity_name, change, after)
    values (app_workplace_id(), actor ->> 'kind', actor ->> 'id', actor ->> 'name', coalesce(actor ->> 'ip', ''),
      coalesce(actor ->> 'userAgent', ''), actor ->> 'action', entity, entity_id, entity_name, 'changed',
      audit_facts(facts, '{}'));
end $procedure$;

--- function order_contact_keys(text,jsonb,jsonb)
CREATE OR REPLACE FUNCTION public.order_contact_keys(customer_email text, address jsonb, address_edit jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(array_agg(DISTINCT key.key), '{}'::text[]) AS "coalesce" FROM unnest(ARRAY[lower(TRIM(BOTH FROM order_contact_keys.customer_email)), lower(TRIM(BOTH FROM (order_contact_keys.address ->> 'email'::text))), lower(TRIM(BOTH FROM (order_contact_keys.address_edit ->> 'email'::text))), phone_key((order_contact_keys.address ->> 'phone'::text), (order_contact_keys.address ->> 'countryCode'::text)), phone_key((order_contact_keys.address_edit ->> 'phone'::text), COALESCE((order_contact_keys.address_edit ->> 'countryCode'::text), (order_contact_keys.address ->> 'countryCode'::text)))]) key(key) WHERE (key.key <> ''::text));

--- function phone_key(text,text)
CREATE OR REPLACE FUNCTION public.phone_key(phone text, country text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  written text := regexp_replace(coalesce(phone, ''), '\(\s*0\s*\)', '', 'g');
  digits text := regexp_replace(written, '\D', '', 'g');
  code text := calling_codes() ->> country;
begin
  if written ~ '^\s*\+' then
    null;
  elsif digits like '00%' then
    digits := substr(digits, 3);
  elsif code is not null then
    -- The prefix dialled inside the country. Italy has none: its zero is part of the number.
    if code = '36' then digits := regexp_replace(digits, '^06', '');
    elsif code = '7' and length(digits) = 11 then digits := regexp_replace(digits, '^8', '');
    elsif code <> '39' then digits := regexp_replace(digits, '^0', '');
    end if;
    -- Nine more digits than the country code: it is there already, only its plus is missing.
    if not (digits ^@ code and length(digits) >= length(code) + 9) then digits := code || digits; end if;
  end if;
  return case when length(digits) >= 6 then digits end;
end $function$;

--- function phone_keys(text)
CREATE OR REPLACE FUNCTION public.phone_keys(typed text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(array_agg(DISTINCT k.key), '{}'::text[]) AS "coalesce" FROM (SELECT phone_key(phone_keys.typed, NULL::text) AS key UNION ALL SELECT phone_key(phone_keys.typed, country.country) AS phone_key FROM jsonb_object_keys(calling_codes()) country(country) WHERE (phone_keys.typed !~ '^\s*(\+|00)'::text)) k WHERE (k.key IS NOT NULL));

--- procedure read_only(regclass)
CREATE OR REPLACE PROCEDURE public.read_only(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('revoke insert, update, delete, truncate on %s from quayside_app', target);
end
$procedure$;

--- function refuse_move()
CREATE OR REPLACE FUNCTION public.refuse_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%.%: % may not become %', tg_table_name, tg_argv[0], to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]
    using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
end $function$;

--- function seconds_after(timestamp with time zone,double precision)
CREATE OR REPLACE FUNCTION public.seconds_after(moment timestamp with time zone, seconds double precision)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (moment + make_interval(secs => seconds));

--- function server_identity()
CREATE OR REPLACE FUNCTION public.server_identity()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;

--- function source_price_band(bigint)
CREATE OR REPLACE FUNCTION public.source_price_band(cost bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (cost < 1000) THEN 0 WHEN (cost < 3000) THEN 1 WHEN (cost < 5000) THEN 2 WHEN (cost <= 10000) THEN 3 ELSE 4 END;

--- function source_words(text,text[],text,integer)
CREATE OR REPLACE FUNCTION public.source_words(title text, category_path text[], category_id text, price_band integer)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((setweight(to_tsvector('english'::regconfig, title), 'A'::"char") || setweight(to_tsvector('english'::regconfig, array_to_string(category_path, ' '::text)), 'B'::"char")) || array_to_tsvector(ARRAY[('@band='::text || price_band), ('@category='::text || COALESCE(category_id, ''::text))]));

--- function source_zone_words(tsvector)
CREATE OR REPLACE FUNCTION public.source_zone_words(search tsvector)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length((strip(search))::text) <= 1500) THEN strip(search) ELSE NULL::tsvector END;

--- procedure store_wall(regclass)
CREATE OR REPLACE PROCEDURE public.store_wall(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  call narrow_policies(target, 'app_store_ids() is null or store_id = any (app_store_ids())');
end
$procedure$;

--- procedure store_wall_or_none(regclass)
CREATE OR REPLACE PROCEDURE public.store_wall_or_none(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  call narrow_policies(target, 'app_store_ids() is null or store_id is null or store_id = any (app_store_ids())');
end
$procedure$;

--- function supplier_order_store()
CREATE OR REPLACE FUNCTION public.supplier_order_store()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.store_id := (select store_id from sales_order where workplace_id = new.workplace_id and order_id = new.order_id);
  return new;
end $function$;

--- function supplier_refund_cap()
CREATE OR REPLACE FUNCTION public.supplier_refund_cap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  paid bigint;
  back bigint;
begin
  -- Locked, so that two transactions cannot each see room for their own refund.
  select coalesce(pay_amount, 0) into paid from supplier_order
    where workplace_id = new.workplace_id and supplier_order_id = new.supplier_order_id and payer = 'wallet' for no key update;
  if paid is null then return new; end if;
  select coalesce(sum(credited), 0) into back from supplier_refund
    where workplace_id = new.workplace_id and supplier_order_id = new.supplier_order_id and refund_ref <> new.refund_ref;
  if back + new.credited > paid then
    raise exception 'refunds of % and % exceed the payment of %', back, new.credited, paid
      using errcode = 'check_violation', constraint = 'supplier_refund_cap', table = 'supplier_refund';
  end if;
  return new;
end $function$;

--- procedure tenant_table(regclass)
CREATE OR REPLACE PROCEDURE public.tenant_table(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (workplace_id = app_workplace_id()) with check (workplace_id = app_workplace_id())',
    target);
end
$procedure$;

--- function warehouse.tell_staff()
CREATE OR REPLACE FUNCTION warehouse.tell_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('quayside_operators', 'warehouse');
  return null;
end $function$;

--- sequence source_zone_zone_id_seq
create sequence source_zone_zone_id_seq as integer start 1 increment 1 minvalue 1 maxvalue 2147483647 cache 1;
grant select, usage on source_zone_zone_id_seq to quayside_app;

--- sequence warehouse.order_number
create sequence warehouse.order_number as bigint start 100001 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;
grant select, usage on warehouse.order_number to quayside_app;

--- table account
create table account (
  account_id uuid not null,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  password_hash text,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  avatar_url text,
  language text default 'en'::text not null,
  time_zone text default ''::text not null,
  display_currency text default 'USD'::text not null,
  is_demo boolean default false not null,
  is_user_mkt boolean default false not null,
  metadata jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  password_changed_at timestamp with time zone,
  two_factor_at timestamp with time zone,
  delete_at timestamp with time zone,
  review_since timestamp with time zone,
  operator_email text,
  access_version integer default 0 not null,
  constraint account_pkey PRIMARY KEY (account_id),
  constraint account_email_key_key UNIQUE (email_key)
);
CREATE INDEX account_delete_at ON account USING btree (delete_at) WHERE delete_at IS NOT NULL;
grant delete, insert, select, update on account to quayside_app;

--- table account_event
create table account_event (
  account_id uuid not null,
  event_id uuid not null,
  at timestamp(3) with time zone default clock_timestamp() not null,
  kind text not null,
  ip text default ''::text not null,
  user_agent text default ''::text not null,
  subject text default ''::text not null,
  constraint account_event_pkey PRIMARY KEY (account_id, event_id),
  constraint account_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX account_event_recent ON account_event USING btree (account_id, at DESC, event_id DESC);
grant insert, select on account_event to quayside_app;

--- table account_flag
create table account_flag (
  account_id uuid not null,
  flag text not null,
  value jsonb default 'true'::jsonb not null,
  set_at timestamp with time zone default now() not null,
  constraint account_flag_pkey PRIMARY KEY (account_id, flag)
);
alter table account_flag enable row level security;
alter table account_flag force row level security;
create policy tenant on account_flag for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on account_flag to quayside_app;

--- table account_history
create table account_history (
  account_id uuid not null,
  export_id uuid not null,
  kind text not null,
  month date not null,
  entries integer not null,
  content bytea not null,
  ids_hash text not null,
  exported_at timestamp(3) with time zone default now() not null,
  constraint account_history_pkey PRIMARY KEY (account_id, export_id),
  constraint account_history_entries_check CHECK (entries > 0),
  constraint account_history_kind_check CHECK (kind = ANY (ARRAY['security'::text, 'usage'::text]))
);
alter table account_history enable row level security;
alter table account_history force row level security;
create policy tenant on account_history for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on account_history to quayside_app;

--- table account_link
create table account_link (
  link_id uuid not null,
  account_id uuid not null,
  purpose text not null,
  code_hash bytea not null,
  email text not null,
  detail jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint account_link_pkey PRIMARY KEY (link_id),
  constraint account_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX account_link_account ON account_link USING btree (account_id, purpose);
grant delete, insert, select, update on account_link to quayside_app;

--- table account_picture
create table account_picture (
  account_id uuid not null,
  hash text not null,
  jpeg_base64 text not null,
  set_at timestamp with time zone default now() not null,
  constraint account_picture_pkey PRIMARY KEY (account_id),
  constraint account_picture_jpeg_base64_check CHECK (length(jpeg_base64) < 400000)
);
alter table account_picture enable row level security;
alter table account_picture force row level security;
create policy tenant on account_picture for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on account_picture to quayside_app;

--- table account_plan
create table account_plan (
  account_id uuid not null,
  plan_key text,
  cycle_days integer default 30 not null,
  started_at timestamp(3) with time zone not null,
  is_trial boolean default false not null,
  provider_payment text,
  due_since timestamp(3) with time zone,
  updated_at timestamp(3) with time zone default now() not null,
  constraint account_plan_pkey PRIMARY KEY (account_id),
  constraint account_plan_cycle_days_check CHECK (cycle_days > 0)
);
alter table account_plan enable row level security;
alter table account_plan force row level security;
create policy tenant on account_plan for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on account_plan to quayside_app;

--- table account_recovery_code
create table account_recovery_code (
  account_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint account_recovery_code_pkey PRIMARY KEY (account_id, code_hash)
);
alter table account_recovery_code enable row level security;
alter table account_recovery_code force row level security;
create policy tenant on account_recovery_code for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on account_recovery_code to quayside_app;

--- table account_totp
create table account_totp (
  account_id uuid not null,
  secret jsonb not null,
  last_step bigint default 0 not null,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint account_totp_pkey PRIMARY KEY (account_id)
);
alter table account_totp enable row level security;
alter table account_totp force row level security;
create policy tenant on account_totp for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on account_totp to quayside_app;

--- table activity_event
create table activity_event (
  account_id uuid not null,
  event_id uuid not null,
  kind text not null,
  name text not null,
  url text,
  facts jsonb default '{}'::jsonb not null,
  constraint activity_event_pkey PRIMARY KEY (account_id, event_id)
);
alter table activity_event enable row level security;
alter table activity_event force row level security;
create policy tenant on activity_event for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on activity_event to quayside_app;

--- table adoption
create table adoption (
  workplace_id uuid not null,
  adoption_id uuid not null,
  store_id uuid not null,
  state text default 'running'::text not null,
  cursor text,
  seen integer default 0 not null,
  adopted integer default 0 not null,
  known integer default 0 not null,
  sold integer default 0 not null,
  skipped integer default 0 not null,
  failures integer default 0 not null,
  error_key text,
  error_params jsonb,
  holder uuid,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  keyword text,
  chosen jsonb,
  constraint adoption_pkey PRIMARY KEY (workplace_id, adoption_id),
  constraint adoption_check CHECK (keyword IS NULL OR chosen IS NULL),
  constraint adoption_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))
);
CREATE INDEX adoption_recent ON adoption USING btree (workplace_id, store_id, created_at DESC);
CREATE UNIQUE INDEX adoption_running ON adoption USING btree (workplace_id, store_id) WHERE state = 'running'::text;
alter table adoption enable row level security;
alter table adoption force row level security;
create policy tenant on adoption for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER adoption_state_moves BEFORE UPDATE OF state ON adoption FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{running>done,running>failed,running>cancelled}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on adoption to quayside_app;

--- table adoption_found
create table adoption_found (
  workplace_id uuid not null,
  search_id uuid not null,
  external_product_id text not null,
  store_id uuid not null,
  "position" integer not null,
  ref text,
  title text not null,
  sku text not null,
  image_url text,
  variants integer,
  status text not null,
  refusal text,
  constraint adoption_found_pkey PRIMARY KEY (workplace_id, search_id, external_product_id),
  constraint adoption_found_workplace_id_search_id_fkey FOREIGN KEY (workplace_id, search_id) REFERENCES adoption_search(workplace_id, search_id) ON DELETE CASCADE
);
CREATE INDEX adoption_found_list ON adoption_found USING btree (workplace_id, search_id, "position");
alter table adoption_found enable row level security;
alter table adoption_found force row level security;
create policy tenant on adoption_found for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on adoption_found to quayside_app;

--- table adoption_search
create table adoption_search (
  workplace_id uuid not null,
  search_id uuid not null,
  store_id uuid not null,
  keyword text not null,
  state text default 'reading'::text not null,
  cursor text,
  is_whole boolean default false not null,
  wanted integer not null,
  found integer default 0 not null,
  known integer default 0 not null,
  failures integer default 0 not null,
  error_key text,
  error_params jsonb,
  holder uuid,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint adoption_search_pkey PRIMARY KEY (workplace_id, search_id),
  constraint adoption_search_state_check CHECK (state = ANY (ARRAY['reading'::text, 'ready'::text, 'failed'::text]))
);
CREATE INDEX adoption_search_recent ON adoption_search USING btree (workplace_id, created_at);
alter table adoption_search enable row level security;
alter table adoption_search force row level security;
create policy tenant on adoption_search for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER adoption_search_state_moves BEFORE UPDATE OF state ON adoption_search FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{reading>ready,reading>failed,ready>reading,failed>reading}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on adoption_search to quayside_app;

--- table adoption_skip
create table adoption_skip (
  workplace_id uuid not null,
  adoption_id uuid not null,
  external_product_id text not null,
  store_id uuid not null,
  title text not null,
  reason text not null,
  constraint adoption_skip_pkey PRIMARY KEY (workplace_id, adoption_id, external_product_id),
  constraint adoption_skip_workplace_id_adoption_id_fkey FOREIGN KEY (workplace_id, adoption_id) REFERENCES adoption(workplace_id, adoption_id) ON DELETE CASCADE
);
alter table adoption_skip enable row level security;
alter table adoption_skip force row level security;
create policy tenant on adoption_skip for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on adoption_skip to quayside_app;

--- table ai_image_setting
create table ai_image_setting (
  workplace_id uuid not null,
  action text default 'remove_background'::text not null,
  background text default 'white'::text not null,
  prompt text default ''::text not null,
  most_images integer default 1 not null,
  is_enable boolean default false not null,
  turned_on_by uuid,
  turned_on_name text,
  turned_on_at timestamp(3) with time zone,
  constraint ai_image_setting_pkey PRIMARY KEY (workplace_id),
  constraint ai_image_setting_action_check CHECK (action = ANY (ARRAY['remove_background'::text, 'upscale'::text, 'edit'::text, 'enlarge'::text])),
  constraint ai_image_setting_background_check CHECK (background = ANY (ARRAY['transparent'::text, 'white'::text])),
  constraint ai_image_setting_check CHECK (NOT is_enable OR turned_on_by IS NOT NULL AND turned_on_name IS NOT NULL AND turned_on_at IS NOT NULL),
  constraint ai_image_setting_most_images_check CHECK (most_images >= 1 AND most_images <= 10)
);
alter table ai_image_setting enable row level security;
alter table ai_image_setting force row level security;
create policy tenant on ai_image_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON ai_image_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('ai_images', 'workplace_id', '', 'turned_on_by turned_on_name turned_on_at');
CREATE TRIGGER audited_update AFTER UPDATE ON ai_image_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('ai_images', 'workplace_id', '', 'turned_on_by turned_on_name turned_on_at');
grant delete, insert, select, update on ai_image_setting to quayside_app;

--- table ai_writing_setting
create table ai_writing_setting (
  workplace_id uuid not null,
  style text,
  tone text,
  language text,
  forbidden_words text[] default '{}'::text[] not null,
  brand_voice text default ''::text not null,
  is_enable boolean default false not null,
  turned_on_by uuid,
  turned_on_name text,
  turned_on_at timestamp(3) with time zone,
  constraint ai_writing_setting_pkey PRIMARY KEY (workplace_id),
  constraint ai_writing_setting_check CHECK (NOT is_enable OR turned_on_by IS NOT NULL AND turned_on_name IS NOT NULL AND turned_on_at IS NOT NULL)
);
alter table ai_writing_setting enable row level security;
alter table ai_writing_setting force row level security;
create policy tenant on ai_writing_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON ai_writing_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('ai_writing', 'workplace_id', '', 'turned_on_by turned_on_name turned_on_at');
CREATE TRIGGER audited_update AFTER UPDATE ON ai_writing_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('ai_writing', 'workplace_id', '', 'turned_on_by turned_on_name turned_on_at');
grant delete, insert, select, update on ai_writing_setting to quayside_app;

--- table api_token
create table api_token (
  workplace_id uuid not null,
  token_id uuid not null,
  name text not null,
  tail text not null,
  scopes text[] not null,
  store_ids uuid[],
  made_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_ip text,
  revoked_at timestamp with time zone,
  constraint api_token_pkey PRIMARY KEY (workplace_id, token_id)
);
alter table api_token enable row level security;
alter table api_token force row level security;
create policy tenant on api_token for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON api_token REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('api_token', 'token_id', 'name', 'last_used_at last_used_ip');
CREATE TRIGGER audited_update AFTER UPDATE ON api_token REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('api_token', 'token_id', 'name', 'last_used_at last_used_ip');
grant delete, insert, select, update on api_token to quayside_app;

--- table api_token_directory
create table api_token_directory (
  token_hash bytea not null,
  workplace_id uuid not null,
  account_id uuid not null,
  token_id uuid not null,
  expires_at timestamp with time zone,
  constraint api_token_directory_pkey PRIMARY KEY (token_hash),
  constraint api_token_directory_token_id_key UNIQUE (token_id)
);
CREATE INDEX api_token_directory_of ON api_token_directory USING btree (workplace_id);
grant delete, insert, select, update on api_token_directory to quayside_app;

--- table app_secret_fingerprint
create table app_secret_fingerprint (
  fingerprint text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint app_secret_fingerprint_pkey PRIMARY KEY (fingerprint)
);
grant select on app_secret_fingerprint to quayside_app;

--- table audit_entry
create table audit_entry (
  workplace_id uuid not null,
  entry_id uuid default gen_random_uuid() not null,
  at timestamp(3) with time zone default clock_timestamp() not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  ip text default ''::text not null,
  user_agent text default ''::text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text default ''::text not null,
  change text not null,
  before jsonb,
  after jsonb,
  constraint audit_entry_pkey PRIMARY KEY (workplace_id, at, entry_id),
  constraint audit_entry_actor_kind_check CHECK (actor_kind = ANY (ARRAY['member'::text, 'token'::text, 'rule'::text, 'operator'::text])),
  constraint audit_entry_change_check CHECK (change = ANY (ARRAY['created'::text, 'changed'::text, 'removed'::text]))
);
CREATE INDEX audit_entry_of ON audit_entry USING btree (workplace_id, entity, entity_id, at DESC);
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy tenant on audit_entry for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER erasures_only BEFORE UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_erasures_only();
grant insert, select on audit_entry to quayside_app;
grant update (after) on audit_entry to quayside_app;
grant update (before) on audit_entry to quayside_app;

--- table auto_update_batch
create table auto_update_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  store_id uuid not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint auto_update_batch_pkey PRIMARY KEY (workplace_id, batch_id),
  constraint auto_update_batch_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX auto_update_batch_open ON auto_update_batch USING btree (workplace_id, next_attempt_at) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text]);
alter table auto_update_batch enable row level security;
alter table auto_update_batch force row level security;
create policy tenant on auto_update_batch for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER auto_update_batch_state_moves BEFORE UPDATE OF state ON auto_update_batch FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on auto_update_batch to quayside_app;

--- table auto_update_change
create table auto_update_change (
  workplace_id uuid not null,
  change_id uuid not null,
  batch_id uuid,
  store_id uuid not null,
  listing_id uuid not null,
  product_id uuid not null,
  variant_id uuid,
  title text not null,
  field text not null,
  cause text not null,
  rule text not null,
  currency text not null,
  expected jsonb,
  before jsonb,
  after jsonb not null,
  facts jsonb,
  state text not null,
  error_key text,
  error_params jsonb,
  undoes uuid,
  undone_by uuid,
  requested_by text,
  created_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint auto_update_change_pkey PRIMARY KEY (workplace_id, change_id),
  constraint auto_update_change_cause_check CHECK (cause = ANY (ARRAY['cost_up'::text, 'cost_down'::text, 'out_of_stock'::text, 'back_in_stock'::text, 'vanished'::text, 'shipping_up'::text, 'shipping_down'::text, 'shipping_gone'::text, 'shipping_back'::text, 'undo'::text])),
  constraint auto_update_change_field_check CHECK (field = ANY (ARRAY['price'::text, 'stock'::text, 'status'::text])),
  constraint auto_update_change_state_check CHECK (state = ANY (ARRAY['approval'::text, 'waiting'::text, 'done'::text, 'kept'::text, 'failed'::text, 'dismissed'::text]))
);
CREATE INDEX auto_update_change_batch ON auto_update_change USING btree (workplace_id, batch_id) WHERE state = 'waiting'::text;
CREATE INDEX auto_update_change_of ON auto_update_change USING btree (workplace_id, listing_id, ended_at);
CREATE UNIQUE INDEX auto_update_change_open ON auto_update_change USING btree (workplace_id, listing_id, field, COALESCE(variant_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE state = ANY (ARRAY['approval'::text, 'waiting'::text]);
CREATE INDEX auto_update_change_store ON auto_update_change USING btree (workplace_id, store_id, change_id);
alter table auto_update_change enable row level security;
alter table auto_update_change force row level security;
create policy tenant on auto_update_change for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON auto_update_change REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('auto_update', 'change_id', 'title', 'change_id batch_id store_id listing_id product_id variant_id title currency expected facts error_key error_params undoes undone_by requested_by created_at ended_at');
CREATE TRIGGER audited_update AFTER UPDATE ON auto_update_change REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('auto_update', 'change_id', 'title', 'change_id batch_id store_id listing_id product_id variant_id title currency expected facts error_key error_params undoes undone_by requested_by created_at ended_at');
grant delete, insert, select, update on auto_update_change to quayside_app;

--- table auto_update_rule
create table auto_update_rule (
  workplace_id uuid not null,
  store_id uuid not null,
  is_enabled boolean default false not null,
  rules jsonb not null,
  revision integer default 1 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint auto_update_rule_pkey PRIMARY KEY (workplace_id, store_id)
);
alter table auto_update_rule enable row level security;
alter table auto_update_rule force row level security;
create policy tenant on auto_update_rule for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON auto_update_rule REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('auto_update_rule', 'store_id', '', 'store_id revision updated_at');
CREATE TRIGGER audited_insert AFTER INSERT ON auto_update_rule REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('auto_update_rule', 'store_id', '', 'store_id revision updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON auto_update_rule REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('auto_update_rule', 'store_id', '', 'store_id revision updated_at');
grant delete, insert, select, update on auto_update_rule to quayside_app;

--- table backup_run
create table backup_run (
  run_id uuid not null,
  name text,
  folder text not null,
  scheduled boolean not null,
  started_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  bytes bigint,
  verified_at timestamp(3) with time zone,
  verified_rows bigint,
  exact boolean,
  error text,
  constraint backup_run_pkey PRIMARY KEY (run_id)
);
CREATE INDEX backup_run_started ON backup_run USING btree (started_at DESC);
grant delete, insert, select, update on backup_run to quayside_app;

--- table backup_state
create table backup_state (
  only_row boolean default true not null,
  requested_at timestamp(3) with time zone,
  wal_since timestamp(3) with time zone,
  wal_until timestamp(3) with time zone,
  wal_failing_since timestamp(3) with time zone,
  wal_error text,
  constraint backup_state_pkey PRIMARY KEY (only_row),
  constraint backup_state_only_row_check CHECK (only_row)
);
grant delete, insert, select, update on backup_state to quayside_app;

--- table books_check
create table books_check (
  only_row boolean default true not null,
  checked_at timestamp(3) with time zone not null,
  accounts integer not null,
  differences integer not null,
  constraint books_check_pkey PRIMARY KEY (only_row),
  constraint books_check_only_row_check CHECK (only_row)
);
grant delete, insert, select, update on books_check to quayside_app;

--- table books_difference
create table books_difference (
  account_id uuid not null,
  differences integer,
  constraint books_difference_pkey PRIMARY KEY (account_id)
);
grant delete, insert, select, update on books_difference to quayside_app;

--- table bulk_edit
create table bulk_edit (
  workplace_id uuid not null,
  edit_id uuid not null,
  state text default 'applying'::text not null,
  changes jsonb not null,
  store_ids uuid[],
  total integer not null,
  changed integer default 0 not null,
  unchanged integer default 0 not null,
  refused integer default 0 not null,
  restored integer default 0 not null,
  kept integer default 0 not null,
  pushed integer default 0 not null,
  requested_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint bulk_edit_pkey PRIMARY KEY (workplace_id, edit_id),
  constraint bulk_edit_state_check CHECK (state = ANY (ARRAY['applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text]))
);
CREATE UNIQUE INDEX bulk_edit_running ON bulk_edit USING btree (workplace_id) WHERE state = ANY (ARRAY['applying'::text, 'undoing'::text]);
alter table bulk_edit enable row level security;
alter table bulk_edit force row level security;
create policy tenant on bulk_edit for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON bulk_edit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('bulk_edit', 'edit_id', 'edit_id', 'changes store_ids requested_by changed unchanged refused restored kept pushed created_at ended_at');
CREATE TRIGGER audited_update AFTER UPDATE ON bulk_edit REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('bulk_edit', 'edit_id', 'edit_id', 'changes store_ids requested_by changed unchanged refused restored kept pushed created_at ended_at');
CREATE TRIGGER bulk_edit_state_moves BEFORE UPDATE OF state ON bulk_edit FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{applied>undoing,applying>applied,undoing>applied,undoing>undone}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on bulk_edit to quayside_app;

--- table bulk_edit_item
create table bulk_edit_item (
  workplace_id uuid not null,
  edit_id uuid not null,
  product_id uuid not null,
  state text default 'pending'::text not null,
  before jsonb,
  after jsonb,
  error_key text,
  constraint bulk_edit_item_pkey PRIMARY KEY (workplace_id, edit_id, product_id),
  constraint bulk_edit_item_workplace_id_edit_id_fkey FOREIGN KEY (workplace_id, edit_id) REFERENCES bulk_edit(workplace_id, edit_id) ON DELETE CASCADE,
  constraint bulk_edit_item_state_check CHECK (state = ANY (ARRAY['pending'::text, 'changed'::text, 'unchanged'::text, 'refused'::text, 'restored'::text, 'kept'::text]))
);
CREATE INDEX bulk_edit_item_state ON bulk_edit_item USING btree (workplace_id, edit_id, state, product_id);
alter table bulk_edit_item enable row level security;
alter table bulk_edit_item force row level security;
create policy tenant on bulk_edit_item for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on bulk_edit_item to quayside_app;

--- table buying_address
create table buying_address (
  workplace_id uuid not null,
  buying_address_id uuid not null,
  store_id uuid not null,
  thing text not null,
  title text not null,
  address text not null,
  constraint buying_address_pkey PRIMARY KEY (workplace_id, buying_address_id)
);
CREATE UNIQUE INDEX buying_address_thing ON buying_address USING btree (workplace_id, store_id, thing);
alter table buying_address enable row level security;
alter table buying_address force row level security;
create policy tenant on buying_address for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON buying_address REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('buying_address', 'buying_address_id', 'title', 'thing');
CREATE TRIGGER audited_insert AFTER INSERT ON buying_address REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('buying_address', 'buying_address_id', 'title', 'thing');
CREATE TRIGGER audited_update AFTER UPDATE ON buying_address REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('buying_address', 'buying_address_id', 'title', 'thing');
grant delete, insert, select, update on buying_address to quayside_app;

--- table claim_evidence
create table claim_evidence (
  workplace_id uuid not null,
  evidence_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  refund_request_id uuid,
  subject_id uuid not null,
  language text not null,
  time_zone text not null,
  state text default 'making'::text not null,
  pdf_file_id uuid,
  zip_file_id uuid,
  left_out integer default 0 not null,
  error_key text,
  error_params jsonb,
  created_at timestamp(3) with time zone default now() not null,
  constraint claim_evidence_pkey PRIMARY KEY (workplace_id, evidence_id),
  constraint claim_evidence_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id) ON DELETE CASCADE,
  constraint claim_evidence_check CHECK ((state = 'ready'::text) = (pdf_file_id IS NOT NULL AND zip_file_id IS NOT NULL)),
  constraint claim_evidence_state_check CHECK (state = ANY (ARRAY['making'::text, 'ready'::text, 'failed'::text]))
);
CREATE INDEX claim_evidence_of ON claim_evidence USING btree (workplace_id, order_id);
CREATE UNIQUE INDEX claim_evidence_one ON claim_evidence USING btree (workplace_id, subject_id, language) WHERE state = 'making'::text;
alter table claim_evidence enable row level security;
alter table claim_evidence force row level security;
create policy tenant on claim_evidence for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER claim_evidence_state_moves BEFORE UPDATE OF state ON claim_evidence FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{making>failed,making>ready}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on claim_evidence to quayside_app;

--- table collection_category
create table collection_category (
  workplace_id uuid not null,
  store_id uuid not null,
  category text not null,
  name text not null,
  external_ids text[] not null,
  titles text[] default '{}'::text[] not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint collection_category_pkey PRIMARY KEY (workplace_id, store_id, category),
  constraint collection_category_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table collection_category enable row level security;
alter table collection_category force row level security;
create policy tenant on collection_category for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on collection_category to quayside_app;

--- table collection_setting
create table collection_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  applies_categories boolean default false not null,
  constraint collection_setting_pkey PRIMARY KEY (workplace_id, store_id),
  constraint collection_setting_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table collection_setting enable row level security;
alter table collection_setting force row level security;
create policy tenant on collection_setting for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON collection_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('collection_list', 'store_id', '', 'store_id');
CREATE TRIGGER audited_update AFTER UPDATE ON collection_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('collection_list', 'store_id', '', 'store_id');
grant delete, insert, select, update on collection_setting to quayside_app;

--- table connect_attempt
create table connect_attempt (
  state text not null,
  account_id uuid not null,
  workplace_id uuid not null,
  platform text not null,
  base_url text not null,
  mode text not null,
  expires_at timestamp with time zone not null,
  delivered jsonb,
  outcome jsonb,
  used_at timestamp with time zone,
  person_id uuid,
  shop text,
  constraint connect_attempt_pkey PRIMARY KEY (state)
);
grant delete, insert, select, update on connect_attempt to quayside_app;

--- table cost_backfill
create table cost_backfill (
  store_id uuid not null,
  workplace_id uuid not null,
  account_id uuid not null,
  after_placed_at timestamp with time zone,
  after_order_id uuid,
  renew boolean default false not null,
  constraint cost_backfill_pkey PRIMARY KEY (store_id)
);
grant delete, insert, select, update on cost_backfill to quayside_app;

--- table document_setting
create table document_setting (
  workplace_id uuid not null,
  brand_name text not null,
  address text not null,
  tax_number text not null,
  note text not null,
  language text,
  paper text not null,
  logo_base64 text,
  updated_at timestamp(3) with time zone default now() not null,
  constraint document_setting_pkey PRIMARY KEY (workplace_id),
  constraint document_setting_paper_check CHECK (paper = ANY (ARRAY['A4'::text, 'LETTER'::text]))
);
alter table document_setting enable row level security;
alter table document_setting force row level security;
create policy tenant on document_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON document_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('document_setting', 'workplace_id', 'brand_name', 'logo_base64');
CREATE TRIGGER audited_update AFTER UPDATE ON document_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('document_setting', 'workplace_id', 'brand_name', 'logo_base64');
grant delete, insert, select, update on document_setting to quayside_app;

--- table enhancement
create table enhancement (
  workplace_id uuid not null,
  enhancement_id uuid not null,
  product_id uuid not null,
  state text not null,
  style text,
  tone text,
  writer jsonb,
  fields jsonb default '{}'::jsonb not null,
  error_key text,
  error_params jsonb,
  attempts integer default 0 not null,
  process_id uuid not null,
  asked_by uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  busy_since timestamp(3) with time zone,
  kind text default 'content'::text not null,
  constraint enhancement_pkey PRIMARY KEY (workplace_id, enhancement_id),
  constraint enhancement_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES product(workplace_id, product_id),
  constraint enhancement_kind_check CHECK (kind = ANY (ARRAY['content'::text, 'seo'::text])),
  constraint enhancement_state_check CHECK (state = ANY (ARRAY['queued'::text, 'writing'::text, 'proposed'::text, 'failed'::text]))
);
CREATE INDEX enhancement_of ON enhancement USING btree (workplace_id, product_id);
CREATE UNIQUE INDEX enhancement_once ON enhancement USING btree (workplace_id, product_id, kind) WHERE state = ANY (ARRAY['queued'::text, 'writing'::text]);
alter table enhancement enable row level security;
alter table enhancement force row level security;
create policy tenant on enhancement for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON enhancement REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('enhancement', 'product_id', '', 'enhancement_id product_id state writer fields error_key error_params busy_since process_id');
grant delete, insert, select, update on enhancement to quayside_app;

--- table exchange_rate
create table exchange_rate (
  currency text not null,
  day date not null,
  per_euro numeric not null,
  source text not null,
  read_at timestamp(3) with time zone default now() not null,
  constraint exchange_rate_pkey PRIMARY KEY (currency, day),
  constraint exchange_rate_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint exchange_rate_per_euro_check CHECK (per_euro > 0::numeric)
);
grant delete, insert, select, update on exchange_rate to quayside_app;

--- table expected_refund
create table expected_refund (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  amount bigint not null,
  pending bigint not null,
  reason text not null,
  expected_at timestamp(3) with time zone default now() not null,
  order_no text default ''::text not null,
  closed_at timestamp(3) with time zone,
  closed_note text,
  closed_ref text,
  constraint expected_refund_pkey PRIMARY KEY (workplace_id, supplier_order_id),
  constraint expected_refund_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_order(workplace_id, supplier_order_id),
  constraint expected_refund_amount_check CHECK (amount > 0),
  constraint expected_refund_check CHECK (pending >= 0 AND pending <= amount),
  constraint expected_refund_closed CHECK ((closed_at IS NULL) = (closed_note IS NULL) AND (closed_at IS NULL OR pending = 0)),
  constraint expected_refund_reason_check CHECK (reason = ANY (ARRAY['cancelled'::text, 'refused_items'::text, 'request'::text]))
);
CREATE INDEX expected_refund_of ON expected_refund USING btree (workplace_id, order_id);
CREATE INDEX expected_refund_pending ON expected_refund USING btree (workplace_id, supplier_order_id DESC) WHERE pending > 0;
alter table expected_refund enable row level security;
alter table expected_refund force row level security;
create policy tenant on expected_refund for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_update AFTER UPDATE ON expected_refund REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('refund', 'supplier_order_id', 'order_no', 'order_id order_no amount reason expected_at closed_ref');
grant delete, insert, select, update on expected_refund to quayside_app;

--- table field_owner_setting
create table field_owner_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  quayside_wins text[] default '{}'::text[] not null,
  constraint field_owner_setting_pkey PRIMARY KEY (workplace_id, store_id)
);
alter table field_owner_setting enable row level security;
alter table field_owner_setting force row level security;
create policy tenant on field_owner_setting for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON field_owner_setting REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store', 'store_id', 'store_id', '');
CREATE TRIGGER audited_insert AFTER INSERT ON field_owner_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store', 'store_id', 'store_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON field_owner_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store', 'store_id', 'store_id', '');
grant delete, insert, select, update on field_owner_setting to quayside_app;

--- table file_directory
create table file_directory (
  file_id uuid not null,
  workplace_id uuid not null,
  account_id uuid not null,
  blob_key text not null,
  delete_after timestamp(3) with time zone,
  deleting boolean default false not null,
  public_key text,
  constraint file_directory_pkey PRIMARY KEY (file_id)
);
CREATE INDEX file_directory_blob ON file_directory USING btree (blob_key);
CREATE INDEX file_directory_of ON file_directory USING btree (workplace_id);
CREATE UNIQUE INDEX file_directory_public ON file_directory USING btree (public_key) WHERE public_key IS NOT NULL;
CREATE INDEX file_directory_unused ON file_directory USING btree (delete_after) WHERE delete_after IS NOT NULL;
grant delete, insert, select, update on file_directory to quayside_app;

--- table file_upload
create table file_upload (
  workplace_id uuid not null,
  upload_id uuid not null,
  name text not null,
  bytes bigint not null,
  received bigint default 0 not null,
  part_ids uuid[] default '{}'::uuid[] not null,
  claimed_until timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  constraint file_upload_pkey PRIMARY KEY (workplace_id, upload_id),
  constraint file_upload_bytes_check CHECK (bytes > 0),
  constraint file_upload_check CHECK (received <= bytes)
);
alter table file_upload enable row level security;
alter table file_upload force row level security;
create policy tenant on file_upload for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on file_upload to quayside_app;

--- table gallery_image
create table gallery_image (
  workplace_id uuid not null,
  image_id uuid not null,
  file_id uuid not null,
  public_key text not null,
  name text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint gallery_image_pkey PRIMARY KEY (workplace_id, image_id),
  constraint gallery_image_bytes_check CHECK (bytes > 0),
  constraint gallery_image_height_check CHECK (height > 0),
  constraint gallery_image_width_check CHECK (width > 0)
);
CREATE INDEX gallery_image_key ON gallery_image USING btree (workplace_id, public_key);
CREATE INDEX gallery_image_newest ON gallery_image USING btree (workplace_id, created_at DESC, image_id DESC);
alter table gallery_image enable row level security;
alter table gallery_image force row level security;
create policy tenant on gallery_image for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON gallery_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('gallery_image', 'image_id', 'name', 'file_id public_key');
CREATE TRIGGER audited_insert AFTER INSERT ON gallery_image REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('gallery_image', 'image_id', 'name', 'file_id public_key');
grant delete, insert, select, update on gallery_image to quayside_app;

--- table guard_stop
create table guard_stop (
  workplace_id uuid not null,
  order_id uuid not null,
  guard text not null,
  store_id uuid not null,
  figure bigint not null,
  params jsonb not null,
  pays boolean not null,
  requested_by uuid,
  stopped_at timestamp with time zone default now() not null,
  approved_by uuid,
  approved_name text,
  approved_at timestamp with time zone,
  note text,
  constraint guard_stop_pkey PRIMARY KEY (workplace_id, order_id, guard),
  constraint guard_stop_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id) ON DELETE CASCADE
);
alter table guard_stop enable row level security;
alter table guard_stop force row level security;
create policy tenant on guard_stop for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_update AFTER UPDATE ON guard_stop REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('guard_approval', 'order_id', 'guard', 'figure params pays stopped_at requested_by approved_by');
grant delete, insert, select, update on guard_stop to quayside_app;

--- table history_export
create table history_export (
  workplace_id uuid not null,
  export_id uuid not null,
  kind text not null,
  month date not null,
  entries integer not null,
  file_id uuid not null,
  ids_hash text not null,
  exported_at timestamp(3) with time zone default now() not null,
  constraint history_export_pkey PRIMARY KEY (workplace_id, export_id),
  constraint history_export_entries_check CHECK (entries > 0),
  constraint history_export_kind_check CHECK (kind = ANY (ARRAY['audit'::text, 'orders'::text, 'tasks'::text, 'updates'::text]))
);
alter table history_export enable row level security;
alter table history_export force row level security;
create policy tenant on history_export for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on history_export to quayside_app;

--- table history_export_progress
create table history_export_progress (
  workplace_id uuid not null,
  kind text not null,
  done_before timestamp(3) with time zone not null,
  constraint history_export_progress_pkey PRIMARY KEY (workplace_id, kind)
);
alter table history_export_progress enable row level security;
alter table history_export_progress force row level security;
create policy tenant on history_export_progress for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on history_export_progress to quayside_app;

--- table image_enhancement
create table image_enhancement (
  workplace_id uuid not null,
  image_enhancement_id uuid not null,
  product_id uuid not null,
  action text not null,
  background text,
  prompt text,
  source_url text not null,
  state text default 'queued'::text not null,
  run_id uuid,
  model text,
  file_id uuid,
  public_key text,
  width integer,
  height integer,
  image_id uuid,
  error_key text,
  error_params jsonb,
  attempts integer default 0 not null,
  busy_since timestamp(3) with time zone,
  process_id uuid not null,
  asked_by uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint image_enhancement_pkey PRIMARY KEY (workplace_id, image_enhancement_id),
  constraint image_enhancement_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES product(workplace_id, product_id),
  constraint image_enhancement_action_check CHECK (action = ANY (ARRAY['remove_background'::text, 'upscale'::text, 'edit'::text, 'enlarge'::text])),
  constraint image_enhancement_background_check CHECK (background = ANY (ARRAY['transparent'::text, 'white'::text])),
  constraint image_enhancement_check CHECK ((state <> ALL (ARRAY['proposed'::text, 'replaced'::text, 'added'::text, 'undone'::text])) OR file_id IS NOT NULL AND public_key IS NOT NULL),
  constraint image_enhancement_state_check CHECK (state = ANY (ARRAY['queued'::text, 'working'::text, 'proposed'::text, 'replaced'::text, 'added'::text, 'undone'::text, 'failed'::text]))
);
CREATE INDEX image_enhancement_of ON image_enhancement USING btree (workplace_id, product_id);
CREATE UNIQUE INDEX image_enhancement_once ON image_enhancement USING btree (workplace_id, product_id, source_url, action) WHERE state = ANY (ARRAY['queued'::text, 'working'::text]);
alter table image_enhancement enable row level security;
alter table image_enhancement force row level security;
create policy tenant on image_enhancement for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON image_enhancement REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('image_enhancement', 'product_id', '', 'image_enhancement_id product_id source_url state run_id model file_id public_key width height image_id error_key error_params busy_since process_id');
CREATE TRIGGER image_enhancement_state_moves BEFORE UPDATE OF state ON image_enhancement FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{queued>working,queued>failed,working>queued,working>proposed,working>failed,proposed>replaced,proposed>added,replaced>undone,added>undone,undone>replaced,undone>added}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on image_enhancement to quayside_app;

--- table installation
create table installation (
  only_row boolean default true not null,
  sending_held_since timestamp(3) with time zone,
  sending_held_reason text,
  restored_at timestamp(3) with time zone,
  current_until timestamp(3) with time zone,
  seen_at timestamp(3) with time zone,
  server text,
  checked_at timestamp(3) with time zone,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_check CHECK ((sending_held_since IS NULL) = (sending_held_reason IS NULL)),
  constraint installation_only_row_check CHECK (only_row),
  constraint installation_sending_held_reason_check CHECK (sending_held_reason = ANY (ARRAY['restored'::text, 'server_changed'::text, 'operator'::text]))
);
grant select, update on installation to quayside_app;

--- table invitation
create table invitation (
  workplace_id uuid not null,
  invitation_id uuid not null,
  email text not null,
  role text not null,
  store_ids uuid[],
  invited_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  revoked_at timestamp with time zone,
  constraint invitation_pkey PRIMARY KEY (workplace_id, invitation_id),
  constraint invitation_role_check CHECK (role = ANY (ARRAY['manager'::text, 'buyer'::text, 'lister'::text, 'viewer'::text]))
);
CREATE UNIQUE INDEX invitation_pending ON invitation USING btree (workplace_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL;
alter table invitation enable row level security;
alter table invitation force row level security;
create policy tenant on invitation for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON invitation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('invitation', 'invitation_id', 'email', '');
CREATE TRIGGER audited_update AFTER UPDATE ON invitation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('invitation', 'invitation_id', 'email', '');
grant delete, insert, select, update on invitation to quayside_app;

--- table invitation_directory
create table invitation_directory (
  token_hash bytea not null,
  workplace_id uuid not null,
  account_id uuid not null,
  invitation_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint invitation_directory_pkey PRIMARY KEY (token_hash),
  constraint invitation_directory_invitation_id_key UNIQUE (invitation_id)
);
grant delete, insert, select, update on invitation_directory to quayside_app;

--- table ledger_entry
create table ledger_entry (
  account_id uuid not null,
  posting_id uuid not null,
  entry_no smallint not null,
  ledger_account text not null,
  amount bigint not null,
  currency text default 'USD'::text not null,
  exchange_rate numeric,
  exchange_source text,
  exchange_at timestamp with time zone,
  constraint ledger_entry_pkey PRIMARY KEY (account_id, posting_id, entry_no),
  constraint ledger_entry_account_id_posting_id_fkey FOREIGN KEY (account_id, posting_id) REFERENCES ledger_posting(account_id, posting_id),
  constraint ledger_entry_amount_check CHECK (amount <> 0),
  constraint ledger_entry_currency_check CHECK (currency = 'USD'::text)
);
CREATE INDEX ledger_entry_account ON ledger_entry USING btree (account_id, ledger_account, posting_id DESC);
alter table ledger_entry enable row level security;
alter table ledger_entry force row level security;
create policy tenant on ledger_entry for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
CREATE CONSTRAINT TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_posting_balances();
CREATE TRIGGER ledger_entry_kept BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
grant delete, insert, select, update on ledger_entry to quayside_app;

--- table ledger_posting
create table ledger_posting (
  account_id uuid not null,
  posting_id uuid not null,
  mode text not null,
  kind text not null,
  idempotency_key text not null,
  reference jsonb default '{}'::jsonb not null,
  posted_at timestamp with time zone default now() not null,
  constraint ledger_posting_pkey PRIMARY KEY (account_id, posting_id),
  constraint ledger_posting_account_id_idempotency_key_key UNIQUE (account_id, idempotency_key),
  constraint ledger_posting_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
CREATE INDEX ledger_posting_payment ON ledger_posting USING btree (account_id, split_part(idempotency_key, ':'::text, 2)) WHERE kind = ANY (ARRAY['reserve'::text, 'settle'::text, 'refund'::text]);
CREATE INDEX ledger_posting_recent ON ledger_posting USING btree (account_id, mode, posting_id DESC);
alter table ledger_posting enable row level security;
alter table ledger_posting force row level security;
create policy tenant on ledger_posting for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
CREATE TRIGGER ledger_posting_kept BEFORE DELETE OR UPDATE ON ledger_posting FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
grant delete, insert, select, update on ledger_posting to quayside_app;

--- table list_view
create table list_view (
  workplace_id uuid not null,
  view_id uuid not null,
  account_id uuid not null,
  created_by text not null,
  list text not null,
  name text not null,
  search text not null,
  hidden_columns text[] default '{}'::text[] not null,
  shared boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint list_view_pkey PRIMARY KEY (workplace_id, view_id)
);
CREATE UNIQUE INDEX list_view_name ON list_view USING btree (workplace_id, list, account_id, lower(name));
alter table list_view enable row level security;
alter table list_view force row level security;
create policy tenant on list_view for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on list_view to quayside_app;

--- table listing
create table listing (
  workplace_id uuid not null,
  listing_id uuid not null,
  product_id uuid not null,
  store_id uuid not null,
  part integer default 1 not null,
  parts integer default 1 not null,
  state text not null,
  publish_status text not null,
  settings jsonb default '{}'::jsonb not null,
  variant_ids uuid[] not null,
  pushed_revision integer,
  external_product_id text,
  handle text,
  url text,
  admin_url text,
  error_key text,
  error_params jsonb,
  process_id uuid,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  pushed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  queued_at timestamp with time zone,
  pauses integer default 0 not null,
  fields jsonb,
  fields_read_at timestamp with time zone,
  own_fields integer default 0 not null,
  conflicts integer default 0 not null,
  store_status text,
  choices jsonb default '{}'::jsonb not null,
  stopped_variants uuid[] default '{}'::uuid[] not null,
  collections jsonb,
  pushed_override integer default 0 not null,
  constraint listing_pkey PRIMARY KEY (workplace_id, listing_id),
  constraint listing_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES product(workplace_id, product_id),
  constraint listing_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id),
  constraint listing_publish_status_check CHECK (publish_status = ANY (ARRAY['active'::text, 'draft'::text])),
  constraint listing_state_check CHECK (state = ANY (ARRAY['queued'::text, 'pushing'::text, 'unknown'::text, 'listed'::text, 'failed'::text, 'removed'::text]))
);
CREATE INDEX listing_differs ON listing USING btree (workplace_id, product_id) WHERE conflicts > 0;
CREATE INDEX listing_due ON listing USING btree (workplace_id, store_id, next_attempt_at) WHERE state = ANY (ARRAY['queued'::text, 'pushing'::text, 'unknown'::text]);
CREATE INDEX listing_external ON listing USING btree (workplace_id, store_id, external_product_id);
CREATE INDEX listing_of ON listing USING btree (workplace_id, product_id);
CREATE UNIQUE INDEX listing_once ON listing USING btree (workplace_id, product_id, store_id, part) WHERE state <> 'removed'::text;
CREATE INDEX listing_process ON listing USING btree (workplace_id, process_id);
alter table listing enable row level security;
alter table listing force row level security;
create policy tenant on listing for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON listing REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('listing', 'listing_id', 'handle', 'sent_at queued_at process_id variant_ids fields fields_read_at own_fields conflicts store_status stopped_variants collections pushed_override');
CREATE TRIGGER audited_insert AFTER INSERT ON listing REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('listing', 'listing_id', 'handle', 'sent_at queued_at process_id variant_ids fields fields_read_at own_fields conflicts store_status stopped_variants collections pushed_override');
CREATE TRIGGER audited_update AFTER UPDATE ON listing REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('listing', 'listing_id', 'handle', 'sent_at queued_at process_id variant_ids fields fields_read_at own_fields conflicts store_status stopped_variants collections pushed_override');
CREATE TRIGGER listing_state_moves BEFORE UPDATE OF state ON listing FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{failed>queued,failed>removed,listed>failed,listed>queued,listed>removed,pushing>failed,pushing>listed,pushing>queued,pushing>unknown,queued>pushing,unknown>pushing}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on listing to quayside_app;

--- table listing_metafield
create table listing_metafield (
  workplace_id uuid not null,
  listing_id uuid not null,
  store_id uuid not null,
  wanted jsonb,
  outcomes jsonb default '[]'::jsonb not null,
  known jsonb default '{}'::jsonb not null,
  sent jsonb default '{}'::jsonb not null,
  seen jsonb,
  seen_at timestamp(3) with time zone,
  constraint listing_metafield_pkey PRIMARY KEY (workplace_id, listing_id),
  constraint listing_metafield_workplace_id_listing_id_fkey FOREIGN KEY (workplace_id, listing_id) REFERENCES listing(workplace_id, listing_id) ON DELETE CASCADE
);
alter table listing_metafield enable row level security;
alter table listing_metafield force row level security;
create policy tenant on listing_metafield for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on listing_metafield to quayside_app;

--- table listing_variant
create table listing_variant (
  workplace_id uuid not null,
  listing_id uuid not null,
  variant_id uuid not null,
  store_id uuid not null,
  external_variant_id text not null,
  external_inventory_item_id text,
  sku text not null,
  fields jsonb,
  constraint listing_variant_pkey PRIMARY KEY (workplace_id, listing_id, variant_id),
  constraint listing_variant_workplace_id_listing_id_fkey FOREIGN KEY (workplace_id, listing_id) REFERENCES listing(workplace_id, listing_id)
);
CREATE INDEX listing_variant_external ON listing_variant USING btree (workplace_id, store_id, external_variant_id);
CREATE INDEX listing_variant_sku ON listing_variant USING btree (workplace_id, store_id, sku);
alter table listing_variant enable row level security;
alter table listing_variant force row level security;
create policy tenant on listing_variant for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on listing_variant to quayside_app;

--- table live_event
create table live_event (
  workplace_id uuid not null,
  "position" bigint not null,
  event_id uuid not null,
  topic text not null,
  ids text[] default '{}'::text[] not null,
  payload jsonb,
  at timestamp with time zone not null,
  constraint live_event_pkey PRIMARY KEY (workplace_id, "position")
);
alter table live_event enable row level security;
alter table live_event force row level security;
create policy tenant on live_event for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on live_event to quayside_app;

--- table live_position
create table live_position (
  workplace_id uuid not null,
  last bigint not null,
  constraint live_position_pkey PRIMARY KEY (workplace_id)
);
alter table live_position set (fillfactor=50);
alter table live_position enable row level security;
alter table live_position force row level security;
create policy tenant on live_position for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on live_position to quayside_app;

--- table login_attempt
create table login_attempt (
  key text not null,
  failures integer default 0 not null,
  window_started_at timestamp with time zone default now() not null,
  blocked_until timestamp with time zone,
  constraint login_attempt_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on login_attempt to quayside_app;

--- table lost_order
create table lost_order (
  workplace_id uuid not null,
  lost_order_id uuid not null,
  connection_id uuid not null,
  source_order_no text not null,
  order_number text,
  reference text not null,
  lines jsonb not null,
  order_id uuid,
  store_id uuid,
  found_at timestamp(3) with time zone default now() not null,
  placed_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  remote_state text default 'created'::text not null,
  total bigint,
  currency text,
  parcels jsonb default '[]'::jsonb not null,
  settled_as text,
  settled_at timestamp(3) with time zone,
  supplier_order_id uuid,
  constraint lost_order_pkey PRIMARY KEY (workplace_id, lost_order_id),
  constraint lost_order_workplace_id_connection_id_source_order_no_key UNIQUE (workplace_id, connection_id, source_order_no),
  constraint lost_order_check CHECK ((settled_as IS NULL) = (settled_at IS NULL)),
  constraint lost_order_settled_as_check CHECK (settled_as = ANY (ARRAY['recorded'::text, 'dismissed'::text]))
);
CREATE INDEX lost_order_of ON lost_order USING btree (workplace_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX lost_order_open ON lost_order USING btree (workplace_id, lost_order_id DESC) WHERE settled_at IS NULL;
alter table lost_order enable row level security;
alter table lost_order force row level security;
create policy tenant on lost_order for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_update AFTER UPDATE ON lost_order REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('unrecorded_order', 'lost_order_id', 'source_order_no', 'lines parcels reference found_at store_id remote_state');
grant delete, insert, select, update on lost_order to quayside_app;

--- table mail_outbox
create table mail_outbox (
  mail_id uuid not null,
  account_id uuid,
  kind text not null,
  recipient text not null,
  language text not null,
  subject text not null,
  body jsonb,
  state text not null,
  error text,
  created_at timestamp(3) with time zone default now() not null,
  sent_at timestamp(3) with time zone,
  constraint mail_outbox_pkey PRIMARY KEY (mail_id),
  constraint mail_outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint mail_outbox_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'kept'::text, 'failed'::text]))
);
CREATE INDEX mail_outbox_account ON mail_outbox USING btree (account_id);
grant delete, insert, select, update on mail_outbox to quayside_app;

--- table mail_request
create table mail_request (
  request_id uuid not null,
  purpose text not null,
  email text not null,
  locale text not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_request_pkey PRIMARY KEY (request_id)
);
grant delete, insert, select, update on mail_request to quayside_app;

--- table mapping_check
create table mapping_check (
  workplace_id uuid not null,
  account_id uuid not null,
  due_at timestamp(3) with time zone default now() not null,
  cursors jsonb default '{}'::jsonb not null,
  done text[] default '{}'::text[] not null,
  holder uuid,
  held_until timestamp(3) with time zone,
  checked_at timestamp(3) with time zone,
  constraint mapping_check_pkey PRIMARY KEY (workplace_id)
);
CREATE INDEX mapping_check_due ON mapping_check USING btree (due_at);
grant delete, insert, select, update on mapping_check to quayside_app;

--- table mapping_component
create table mapping_component (
  workplace_id uuid not null,
  mapping_id uuid not null,
  "position" integer not null,
  source text not null,
  mode text not null,
  source_product_id text not null,
  source_variant_id text not null,
  source_sku text not null,
  title text not null,
  option_values text[] default '{}'::text[] not null,
  image_url text,
  unit_cost bigint,
  cost_currency text not null,
  quantity integer default 1 not null,
  constraint mapping_component_pkey PRIMARY KEY (workplace_id, mapping_id, "position"),
  constraint mapping_component_workplace_id_mapping_id_fkey FOREIGN KEY (workplace_id, mapping_id) REFERENCES variant_mapping(workplace_id, mapping_id) ON DELETE CASCADE,
  constraint mapping_component_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint mapping_component_pieces CHECK (quantity >= 1 AND quantity <= 99) NOT VALID,
  constraint mapping_component_quantity_check CHECK (quantity >= 1)
);
CREATE INDEX mapping_component_order ON mapping_component USING btree (workplace_id, source, mode, source_product_id);
alter table mapping_component enable row level security;
alter table mapping_component force row level security;
create policy tenant on mapping_component for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON mapping_component REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping', 'mapping_id', 'title', 'position image_url source_product_id source_variant_id');
CREATE TRIGGER audited_insert AFTER INSERT ON mapping_component REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping', 'mapping_id', 'title', 'position image_url source_product_id source_variant_id');
grant delete, insert, select, update on mapping_component to quayside_app;

--- table mapping_proposal
create table mapping_proposal (
  workplace_id uuid not null,
  proposal_id uuid not null,
  source text not null,
  mode text not null,
  source_product_id text not null,
  source_variant_id text not null,
  source_sku text not null,
  title text not null,
  option_values text[] default '{}'::text[] not null,
  image_url text,
  kind text not null,
  partner jsonb,
  confidence integer default 0 not null,
  reasons text[] default '{}'::text[] not null,
  state text default 'open'::text not null,
  held boolean default false not null,
  applied jsonb,
  automatic boolean default false not null,
  found_at timestamp(3) with time zone default now() not null,
  decided_at timestamp(3) with time zone,
  constraint mapping_proposal_pkey PRIMARY KEY (workplace_id, proposal_id),
  constraint mapping_proposal_check CHECK (NOT held OR state = 'open'::text),
  constraint mapping_proposal_confidence_check CHECK (confidence >= 0 AND confidence <= 100),
  constraint mapping_proposal_kind_check CHECK (kind = ANY (ARRAY['product_gone'::text, 'variant_gone'::text, 'sku_renamed'::text])),
  constraint mapping_proposal_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint mapping_proposal_state_check CHECK (state = ANY (ARRAY['open'::text, 'applied'::text, 'refused'::text, 'undone'::text, 'closed'::text]))
);
CREATE UNIQUE INDEX mapping_proposal_current ON mapping_proposal USING btree (workplace_id, source, mode, source_product_id, source_variant_id) WHERE state = ANY (ARRAY['open'::text, 'refused'::text, 'undone'::text]);
CREATE INDEX mapping_proposal_held ON mapping_proposal USING btree (workplace_id, source, source_product_id) WHERE held;
CREATE INDEX mapping_proposal_list ON mapping_proposal USING btree (workplace_id, state, proposal_id);
alter table mapping_proposal enable row level security;
alter table mapping_proposal force row level security;
create policy tenant on mapping_proposal for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_update AFTER UPDATE ON mapping_proposal REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping_proposal', 'proposal_id', 'title', 'source mode source_product_id source_variant_id option_values image_url kind partner confidence reasons source_sku applied automatic found_at decided_at');
CREATE TRIGGER mapping_proposal_state_moves BEFORE UPDATE OF state ON mapping_proposal FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{open>applied,open>refused,open>closed,refused>open,refused>applied,refused>closed,applied>undone,undone>open,undone>applied,undone>closed}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on mapping_proposal to quayside_app;

--- table mapping_setting
create table mapping_setting (
  workplace_id uuid not null,
  healing text default 'off'::text not null,
  min_confidence integer default 95 not null,
  hold_orders boolean default false not null,
  updated_at timestamp(3) with time zone default now() not null,
  map_from integer,
  constraint mapping_setting_pkey PRIMARY KEY (workplace_id),
  constraint mapping_setting_healing_check CHECK (healing = ANY (ARRAY['off'::text, 'propose'::text, 'apply'::text])),
  constraint mapping_setting_map_from_check CHECK (map_from >= 50 AND map_from <= 100),
  constraint mapping_setting_min_confidence_check CHECK (min_confidence >= 50 AND min_confidence <= 100)
);
alter table mapping_setting enable row level security;
alter table mapping_setting force row level security;
create policy tenant on mapping_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON mapping_setting REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping_setting', 'workplace_id', '', 'updated_at');
CREATE TRIGGER audited_insert AFTER INSERT ON mapping_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping_setting', 'workplace_id', '', 'updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON mapping_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping_setting', 'workplace_id', '', 'updated_at');
grant delete, insert, select, update on mapping_setting to quayside_app;

--- table mapping_suggestion
create table mapping_suggestion (
  workplace_id uuid not null,
  suggestion_id uuid not null,
  store_id uuid not null,
  external_product_id text,
  external_variant_id text not null,
  product_id uuid not null,
  mode text not null,
  title text not null,
  variant_title text not null,
  sku text not null,
  image_url text,
  partner jsonb,
  confidence integer default 0 not null,
  reasons text[] default '{}'::text[] not null,
  state text default 'open'::text not null,
  automatic boolean default false not null,
  checked_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  constraint mapping_suggestion_pkey PRIMARY KEY (workplace_id, suggestion_id),
  constraint mapping_suggestion_confidence_check CHECK (confidence >= 0 AND confidence <= 100),
  constraint mapping_suggestion_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint mapping_suggestion_state_check CHECK (state = ANY (ARRAY['open'::text, 'applied'::text, 'refused'::text]))
);
CREATE INDEX mapping_suggestion_list ON mapping_suggestion USING btree (workplace_id, state, confidence DESC, suggestion_id);
CREATE UNIQUE INDEX mapping_suggestion_variant ON mapping_suggestion USING btree (workplace_id, store_id, external_variant_id);
alter table mapping_suggestion enable row level security;
alter table mapping_suggestion force row level security;
create policy tenant on mapping_suggestion for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER mapping_suggestion_state_moves BEFORE UPDATE OF state ON mapping_suggestion FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{open>applied,open>refused,refused>open,refused>applied,applied>refused,applied>open}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on mapping_suggestion to quayside_app;

--- table mapping_suggestion_run
create table mapping_suggestion_run (
  workplace_id uuid not null,
  wanted_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  cursor uuid,
  holder uuid,
  held_until timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  constraint mapping_suggestion_run_pkey PRIMARY KEY (workplace_id)
);
alter table mapping_suggestion_run enable row level security;
alter table mapping_suggestion_run force row level security;
create policy tenant on mapping_suggestion_run for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on mapping_suggestion_run to quayside_app;

--- table market_choice
create table market_choice (
  workplace_id uuid not null,
  store_id uuid not null,
  price_list_id text not null,
  name text not null,
  by_rule boolean default false not null,
  asked_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  fault text,
  fault_params jsonb default '{}'::jsonb not null,
  constraint market_choice_pkey PRIMARY KEY (workplace_id, store_id, price_list_id),
  constraint market_choice_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table market_choice enable row level security;
alter table market_choice force row level security;
create policy tenant on market_choice for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON market_choice REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('market_choice', 'store_id', 'name', 'store_id price_list_id name asked_at read_at fault fault_params');
CREATE TRIGGER audited_update AFTER UPDATE ON market_choice REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('market_choice', 'store_id', 'name', 'store_id price_list_id name asked_at read_at fault fault_params');
grant delete, insert, select, update on market_choice to quayside_app;

--- table market_list
create table market_list (
  workplace_id uuid not null,
  store_id uuid not null,
  markets jsonb default '[]'::jsonb not null,
  constraint market_list_pkey PRIMARY KEY (workplace_id, store_id),
  constraint market_list_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table market_list enable row level security;
alter table market_list force row level security;
create policy tenant on market_list for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on market_list to quayside_app;

--- table market_price
create table market_price (
  workplace_id uuid not null,
  store_id uuid not null,
  price_list_id text not null,
  external_variant_id text not null,
  listing_id uuid not null,
  currency text not null,
  held_price bigint,
  held_compare bigint,
  held_fixed boolean,
  sent_price bigint,
  sent_compare bigint,
  pending_price bigint,
  pending_compare bigint,
  again boolean default false not null,
  state text default 'read'::text not null,
  reason text,
  reason_params jsonb default '{}'::jsonb not null,
  constraint market_price_pkey PRIMARY KEY (workplace_id, store_id, price_list_id, external_variant_id),
  constraint market_price_workplace_id_listing_id_fkey FOREIGN KEY (workplace_id, listing_id) REFERENCES listing(workplace_id, listing_id) ON DELETE CASCADE,
  constraint market_price_state_check CHECK (state = ANY (ARRAY['read'::text, 'ours'::text, 'theirs'::text, 'unpriced'::text, 'refused'::text]))
);
CREATE INDEX market_price_listing ON market_price USING btree (workplace_id, listing_id);
CREATE INDEX market_price_state ON market_price USING btree (workplace_id, store_id, price_list_id, state);
alter table market_price enable row level security;
alter table market_price force row level security;
create policy tenant on market_price for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on market_price to quayside_app;

--- table market_price_batch
create table market_price_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  store_id uuid not null,
  listing_ids uuid[] not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint market_price_batch_pkey PRIMARY KEY (workplace_id, batch_id),
  constraint market_price_batch_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE,
  constraint market_price_batch_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX market_price_batch_open ON market_price_batch USING btree (workplace_id, store_id, next_attempt_at) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text]);
alter table market_price_batch enable row level security;
alter table market_price_batch force row level security;
create policy tenant on market_price_batch for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER market_price_batch_state_moves BEFORE UPDATE OF state ON market_price_batch FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on market_price_batch to quayside_app;

--- table member
create table member (
  account_id uuid not null,
  workplace_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  owner_id uuid,
  store_ids uuid[],
  changed_at timestamp with time zone default now() not null,
  suspended_at timestamp with time zone,
  constraint member_pkey PRIMARY KEY (account_id, workplace_id),
  constraint member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'buyer'::text, 'lister'::text, 'viewer'::text]))
);
CREATE INDEX member_of_workplace ON member USING btree (workplace_id);
alter table member enable row level security;
alter table member force row level security;
create policy tenant_adds on member for insert to public
  with check (account_id = app_account_id() AND workplace_id = app_workplace_id());
create policy tenant_changes on member for update to public
  using (account_id = app_account_id() AND workplace_id = app_workplace_id())
  with check (account_id = app_account_id() AND workplace_id = app_workplace_id());
create policy tenant_reads on member for select to public
  using (workplace_id = app_workplace_id() OR account_id = app_account_id());
create policy tenant_removes on member for delete to public
  using (account_id = app_account_id() AND workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('member', 'account_id', 'role', '');
CREATE TRIGGER audited_insert AFTER INSERT ON member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('member', 'account_id', 'role', '');
CREATE TRIGGER audited_update AFTER UPDATE ON member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('member', 'account_id', 'role', '');
CREATE TRIGGER member_forgets_notices AFTER DELETE ON member FOR EACH ROW EXECUTE FUNCTION forget_notices_of_member();
grant delete, insert, select, update on member to quayside_app;

--- table metafield_definition
create table metafield_definition (
  workplace_id uuid not null,
  store_id uuid not null,
  namespace text not null,
  key text not null,
  name text not null,
  description text not null,
  type text not null,
  validations jsonb default '[]'::jsonb not null,
  is_writable boolean not null,
  constraint metafield_definition_pkey PRIMARY KEY (workplace_id, store_id, namespace, key),
  constraint metafield_definition_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table metafield_definition enable row level security;
alter table metafield_definition force row level security;
create policy tenant on metafield_definition for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on metafield_definition to quayside_app;

--- table monitoring_setting
create table monitoring_setting (
  workplace_id uuid not null,
  watch_new boolean not null,
  every_hours integer not null,
  cost_percent integer not null,
  tell_stock boolean not null,
  tell_gone boolean not null,
  cost_follows text not null,
  stock_follows text not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint monitoring_setting_pkey PRIMARY KEY (workplace_id),
  constraint monitoring_setting_cost_follows_check CHECK (cost_follows = ANY (ARRAY['tell'::text, 'take'::text])),
  constraint monitoring_setting_cost_percent_check CHECK (cost_percent >= 1 AND cost_percent <= 100),
  constraint monitoring_setting_every_hours_check CHECK (every_hours >= 1 AND every_hours <= 168),
  constraint monitoring_setting_stock_follows_check CHECK (stock_follows = ANY (ARRAY['tell'::text, 'take'::text]))
);
alter table monitoring_setting enable row level security;
alter table monitoring_setting force row level security;
create policy tenant on monitoring_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON monitoring_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('monitoring_setting', 'workplace_id', 'workplace_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON monitoring_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('monitoring_setting', 'workplace_id', 'workplace_id', '');
grant delete, insert, select, update on monitoring_setting to quayside_app;

--- table monitoring_turn
create table monitoring_turn (
  workplace_id uuid not null,
  source text not null,
  mode text not null,
  due_at timestamp(3) with time zone default now() not null,
  holder uuid,
  held_until timestamp(3) with time zone,
  pauses integer default 0 not null,
  constraint monitoring_turn_pkey PRIMARY KEY (workplace_id, source, mode),
  constraint monitoring_turn_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
CREATE INDEX monitoring_turn_due ON monitoring_turn USING btree (due_at);
grant delete, insert, select, update on monitoring_turn to quayside_app;

--- table notification
create table notification (
  workplace_id uuid not null,
  notification_id uuid not null,
  kind text not null,
  area text not null,
  group_key text not null,
  store_id uuid,
  is_sandbox boolean default false not null,
  count integer default 1 not null,
  subjects jsonb default '[]'::jsonb not null,
  params jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  at timestamp(3) with time zone not null,
  constraint notification_pkey PRIMARY KEY (workplace_id, notification_id)
);
CREATE INDEX notification_group ON notification USING btree (workplace_id, group_key, created_at DESC);
CREATE INDEX notification_recent ON notification USING btree (workplace_id, at DESC, notification_id DESC);
alter table notification enable row level security;
alter table notification force row level security;
create policy tenant on notification for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on notification to quayside_app;

--- table notification_delivery
create table notification_delivery (
  workplace_id uuid not null,
  delivery_id uuid not null,
  notification_id uuid,
  kind text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  http_status integer,
  error_key text,
  error_params jsonb,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  sent_at timestamp(3) with time zone,
  constraint notification_delivery_pkey PRIMARY KEY (workplace_id, delivery_id),
  constraint notification_delivery_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX notification_delivery_recent ON notification_delivery USING btree (workplace_id, created_at DESC);
CREATE INDEX notification_delivery_waiting ON notification_delivery USING btree (workplace_id, notification_id) WHERE state = 'waiting'::text;
alter table notification_delivery enable row level security;
alter table notification_delivery force row level security;
create policy tenant on notification_delivery for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on notification_delivery to quayside_app;

--- table notification_event
create table notification_event (
  workplace_id uuid not null,
  event_id uuid not null,
  kind text not null,
  store_id uuid,
  is_sandbox boolean default false not null,
  subject_id text,
  subject_name text,
  params jsonb default '{}'::jsonb not null,
  once_key text,
  at timestamp(3) with time zone default clock_timestamp() not null,
  constraint notification_event_pkey PRIMARY KEY (workplace_id, event_id)
);
alter table notification_event enable row level security;
alter table notification_event force row level security;
create policy tenant on notification_event for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on notification_event to quayside_app;

--- table notification_member
create table notification_member (
  workplace_id uuid not null,
  account_id uuid not null,
  read_until timestamp(3) with time zone,
  mailed_until timestamp(3) with time zone,
  maintenance_mode boolean default false not null,
  constraint notification_member_pkey PRIMARY KEY (workplace_id, account_id)
);
alter table notification_member enable row level security;
alter table notification_member force row level security;
create policy tenant on notification_member for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on notification_member to quayside_app;

--- table notification_preference
create table notification_preference (
  workplace_id uuid not null,
  account_id uuid not null,
  kind text not null,
  way text not null,
  wanted boolean not null,
  constraint notification_preference_pkey PRIMARY KEY (workplace_id, account_id, kind, way),
  constraint notification_preference_way_check CHECK (way = ANY (ARRAY['app'::text, 'mail'::text]))
);
alter table notification_preference enable row level security;
alter table notification_preference force row level security;
create policy tenant on notification_preference for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on notification_preference to quayside_app;

--- table notification_read
create table notification_read (
  workplace_id uuid not null,
  account_id uuid not null,
  notification_id uuid not null,
  read_at timestamp(3) with time zone not null,
  constraint notification_read_pkey PRIMARY KEY (workplace_id, account_id, notification_id)
);
alter table notification_read enable row level security;
alter table notification_read force row level security;
create policy tenant on notification_read for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on notification_read to quayside_app;

--- table notification_webhook
create table notification_webhook (
  workplace_id uuid not null,
  url text not null,
  secret jsonb not null,
  secret_tail text not null,
  kinds text[] default '{}'::text[] not null,
  is_active boolean default true not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  suspended_at timestamp with time zone,
  constraint notification_webhook_pkey PRIMARY KEY (workplace_id)
);
alter table notification_webhook enable row level security;
alter table notification_webhook force row level security;
create policy tenant on notification_webhook for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON notification_webhook REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('webhook', 'workplace_id', 'url', 'secret');
CREATE TRIGGER audited_insert AFTER INSERT ON notification_webhook REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('webhook', 'workplace_id', 'url', 'secret');
CREATE TRIGGER audited_update AFTER UPDATE ON notification_webhook REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('webhook', 'workplace_id', 'url', 'secret');
grant delete, insert, select, update on notification_webhook to quayside_app;

--- table open_work_directory
create table open_work_directory (
  workplace_id uuid not null,
  account_id uuid not null,
  marked_at timestamp with time zone default now() not null,
  open jsonb default '{}'::jsonb not null,
  swept_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  claimed_until timestamp(3) with time zone,
  constraint open_work_directory_pkey PRIMARY KEY (workplace_id)
);
CREATE INDEX open_work_account ON open_work_directory USING btree (account_id, workplace_id);
CREATE INDEX open_work_swept ON open_work_directory USING btree (swept_at);
grant delete, insert, select, update on open_work_directory to quayside_app;

--- table operator_claim
create table operator_claim (
  claim_id uuid not null,
  email text not null,
  code_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  mailed boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint operator_claim_pkey PRIMARY KEY (claim_id)
);
grant delete, insert, select, update on operator_claim to quayside_app;

--- table operator_feedback
create table operator_feedback (
  feedback_id uuid not null,
  account_id uuid not null,
  email text not null,
  rating smallint,
  message text not null,
  sent_at timestamp(3) with time zone default now() not null,
  constraint operator_feedback_pkey PRIMARY KEY (feedback_id),
  constraint operator_feedback_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX operator_feedback_account ON operator_feedback USING btree (account_id);
grant delete, insert, select, update on operator_feedback to quayside_app;

--- table order_change
create table order_change (
  workplace_id uuid not null,
  change_id uuid not null,
  kind text not null,
  value text not null,
  before jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  undone_at timestamp(3) with time zone,
  constraint order_change_pkey PRIMARY KEY (workplace_id, change_id),
  constraint order_change_kind_check CHECK (kind = ANY (ARRAY['mark'::text, 'archive'::text, 'revert'::text]))
);
CREATE INDEX order_change_old ON order_change USING btree (workplace_id, created_at);
alter table order_change enable row level security;
alter table order_change force row level security;
create policy tenant on order_change for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on order_change to quayside_app;

--- table order_contact
create table order_contact (
  workplace_id uuid not null,
  contact_key text collate "C" not null,
  order_id uuid not null,
  constraint order_contact_pkey PRIMARY KEY (workplace_id, contact_key, order_id),
  constraint order_contact_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id) ON DELETE CASCADE
);
CREATE INDEX order_contact_of ON order_contact USING btree (workplace_id, order_id);
alter table order_contact enable row level security;
alter table order_contact force row level security;
create policy tenant on order_contact for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on order_contact to quayside_app;

--- table order_count
create table order_count (
  workplace_id uuid not null,
  store_id uuid not null,
  tab text not null,
  slot smallint not null,
  orders bigint default 0 not null,
  constraint order_count_pkey PRIMARY KEY (workplace_id, store_id, tab, slot)
);
alter table order_count enable row level security;
alter table order_count force row level security;
create policy tenant on order_count for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on order_count to quayside_app;

--- table order_edit
create table order_edit (
  workplace_id uuid not null,
  edit_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  order_name text not null,
  kind text not null,
  text text not null,
  seen text default ''::text not null,
  known_notes text[] default '{}'::text[] not null,
  store_text text,
  actor text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  error_key text,
  error_params jsonb,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint order_edit_pkey PRIMARY KEY (workplace_id, edit_id),
  constraint order_edit_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id),
  constraint order_edit_kind_check CHECK (kind = ANY (ARRAY['note'::text, 'add_tag'::text, 'remove_tag'::text])),
  constraint order_edit_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'done'::text, 'failed'::text, 'conflict'::text, 'dropped'::text]))
);
CREATE INDEX order_edit_of ON order_edit USING btree (workplace_id, order_id, edit_id);
CREATE INDEX order_edit_open ON order_edit USING btree (workplace_id, next_attempt_at) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text]);
alter table order_edit enable row level security;
alter table order_edit force row level security;
create policy tenant on order_edit for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON order_edit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_note', 'order_id', 'order_name', 'order_id store_id order_name kind text seen known_notes store_text actor state attempts sent_at error_key error_params');
CREATE TRIGGER order_edit_state_moves BEFORE UPDATE OF state ON order_edit FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{conflict>dropped,conflict>waiting,failed>dropped,failed>waiting,sending>conflict,sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on order_edit to quayside_app;

--- table order_event
create table order_event (
  workplace_id uuid not null,
  order_id uuid not null,
  event_id uuid not null,
  kind text not null,
  params jsonb default '{}'::jsonb not null,
  actor text default 'system'::text not null,
  at timestamp(3) with time zone default now() not null,
  constraint order_event_pkey PRIMARY KEY (workplace_id, order_id, event_id),
  constraint order_event_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id)
);
alter table order_event enable row level security;
alter table order_event force row level security;
create policy tenant on order_event for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on order_event to quayside_app;

--- table order_feedback
create table order_feedback (
  workplace_id uuid not null,
  feedback_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  topic text not null,
  text text not null,
  account_id uuid not null,
  created_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  done_at timestamp(3) with time zone,
  done_by text,
  constraint order_feedback_pkey PRIMARY KEY (workplace_id, feedback_id),
  constraint order_feedback_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id) ON DELETE CASCADE,
  constraint order_feedback_topic_check CHECK (topic = ANY (ARRAY['item'::text, 'price'::text, 'shipping'::text, 'address'::text, 'supplier'::text, 'other'::text]))
);
CREATE INDEX order_feedback_done ON order_feedback USING btree (workplace_id, created_at DESC, feedback_id DESC) WHERE done_at IS NOT NULL;
CREATE INDEX order_feedback_of ON order_feedback USING btree (workplace_id, order_id, created_at DESC);
CREATE INDEX order_feedback_open ON order_feedback USING btree (workplace_id, created_at DESC, feedback_id DESC) WHERE done_at IS NULL;
alter table order_feedback enable row level security;
alter table order_feedback force row level security;
create policy tenant on order_feedback for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on order_feedback to quayside_app;

--- table order_import
create table order_import (
  workplace_id uuid not null,
  import_id uuid not null,
  store_id uuid not null,
  file_name text not null,
  file bytea,
  state text not null,
  fault text,
  fault_params jsonb default '{}'::jsonb not null,
  encoding text,
  header text[] default '{}'::text[] not null,
  ignored text[] default '{}'::text[] not null,
  rows integer default 0 not null,
  counts jsonb default '{}'::jsonb not null,
  actor text not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint order_import_pkey PRIMARY KEY (workplace_id, import_id),
  constraint order_import_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE,
  constraint order_import_encoding_check CHECK (encoding = ANY (ARRAY['utf-8'::text, 'utf-16'::text, 'windows-1252'::text])),
  constraint order_import_state_check CHECK (state = ANY (ARRAY['reading'::text, 'ready'::text, 'applying'::text, 'done'::text, 'refused'::text, 'discarded'::text]))
);
CREATE INDEX order_import_recent ON order_import USING btree (workplace_id, created_at DESC);
alter table order_import enable row level security;
alter table order_import force row level security;
create policy tenant on order_import for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER order_import_state_moves BEFORE UPDATE OF state ON order_import FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{applying>done,reading>ready,reading>refused,ready>applying,ready>discarded}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on order_import to quayside_app;

--- table order_import_item
create table order_import_item (
  workplace_id uuid not null,
  import_id uuid not null,
  item_no integer not null,
  order_number text not null,
  fate text,
  lines integer default 0 not null,
  draft jsonb,
  faults jsonb default '[]'::jsonb not null,
  order_id uuid,
  constraint order_import_item_pkey PRIMARY KEY (workplace_id, import_id, item_no),
  constraint order_import_item_workplace_id_import_id_order_number_key UNIQUE (workplace_id, import_id, order_number),
  constraint order_import_item_workplace_id_import_id_fkey FOREIGN KEY (workplace_id, import_id) REFERENCES order_import(workplace_id, import_id) ON DELETE CASCADE,
  constraint order_import_item_fate_check CHECK (fate = ANY (ARRAY['new'::text, 'known'::text, 'refused'::text]))
);
CREATE INDEX order_import_item_fate ON order_import_item USING btree (workplace_id, import_id, fate, item_no);
CREATE INDEX order_import_item_open ON order_import_item USING btree (workplace_id, import_id, item_no) WHERE fate = 'new'::text AND order_id IS NULL;
alter table order_import_item enable row level security;
alter table order_import_item force row level security;
create policy tenant on order_import_item for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on order_import_item to quayside_app;

--- table order_import_row
create table order_import_row (
  workplace_id uuid not null,
  import_id uuid not null,
  row_no integer not null,
  order_number text not null,
  cells jsonb not null,
  constraint order_import_row_pkey PRIMARY KEY (workplace_id, import_id, row_no),
  constraint order_import_row_workplace_id_import_id_fkey FOREIGN KEY (workplace_id, import_id) REFERENCES order_import(workplace_id, import_id) ON DELETE CASCADE
);
CREATE INDEX order_import_row_order ON order_import_row USING btree (workplace_id, import_id, order_number);
alter table order_import_row enable row level security;
alter table order_import_row force row level security;
create policy tenant on order_import_row for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on order_import_row to quayside_app;

--- table order_line
create table order_line (
  workplace_id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  external_line_id text not null,
  external_product_id text,
  external_variant_id text,
  sku text,
  title text not null,
  variant_title text,
  image_url text,
  quantity integer not null,
  fulfillable_quantity integer not null,
  unit_price bigint not null,
  discount bigint default 0 not null,
  requires_shipping boolean default true not null,
  product_id uuid,
  variant_id uuid,
  source text,
  source_product_id text,
  source_variant_id text,
  source_sku text,
  replaced boolean default false not null,
  unit_cost bigint,
  cost_currency text,
  shipping_method text,
  shipping_quote jsonb,
  state text not null,
  block_key text,
  block_params jsonb,
  supplier_order_id uuid,
  source_order_no text,
  "position" integer not null,
  refunded_quantity integer,
  taken_over_by text,
  unmapped_dismissed boolean default false not null,
  pieces_per_unit integer default 1 not null,
  bundle_line_id uuid,
  bundle_position integer,
  shipped_ahead integer default 0 not null,
  requested boolean default false not null,
  constraint order_line_pkey PRIMARY KEY (workplace_id, order_id, line_id),
  constraint order_line_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id),
  constraint order_line_bundle CHECK ((bundle_line_id IS NULL) = (bundle_position IS NULL)),
  constraint order_line_bundle_position_check CHECK (bundle_position >= 1 AND bundle_position <= 9),
  constraint order_line_pieces_per_unit_check CHECK (pieces_per_unit >= 1 AND pieces_per_unit <= 99),
  constraint order_line_shipped_ahead_check CHECK (shipped_ahead >= 0),
  constraint order_line_state_check CHECK (state = ANY (ARRAY['unmapped'::text, 'ready'::text, 'blocked'::text, 'placing'::text, 'placed'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text, 'manual'::text, 'no_shipping'::text])),
  constraint order_line_taken_over_by_check CHECK (taken_over_by = ANY (ARRAY['person'::text, 'store'::text]))
);
CREATE UNIQUE INDEX order_line_external ON order_line USING btree (workplace_id, order_id, external_line_id);
CREATE INDEX order_line_manual ON order_line USING btree (workplace_id, order_id) WHERE state = 'manual'::text AND taken_over_by IS NULL;
CREATE UNIQUE INDEX order_line_parts ON order_line USING btree (workplace_id, order_id, bundle_line_id, bundle_position) WHERE bundle_line_id IS NOT NULL;
CREATE INDEX order_line_unmapped ON order_line USING btree (workplace_id, order_id DESC) WHERE state = 'unmapped'::text;
alter table order_line enable row level security;
alter table order_line force row level security;
create policy tenant on order_line for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_update AFTER UPDATE ON order_line REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_line', 'line_id', 'title', 'bundle_line_id bundle_position requested shipped_ahead');
CREATE TRIGGER order_line_state_moves BEFORE UPDATE OF state ON order_line FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{blocked>cancelled,blocked>manual,blocked>placed,blocked>placing,blocked>ready,blocked>unmapped,cancelled>manual,cancelled>ready,cancelled>unmapped,manual>cancelled,manual>placed,manual>ready,manual>shipped,manual>unmapped,placed>blocked,placed>delivered,placed>ready,placed>shipped,placed>unmapped,placing>blocked,placing>cancelled,placing>placed,placing>ready,ready>blocked,ready>cancelled,ready>manual,ready>placed,ready>placing,ready>unmapped,shipped>delivered,unmapped>cancelled,unmapped>manual,unmapped>placed,unmapped>ready}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on order_line to quayside_app;

--- table order_return
create table order_return (
  workplace_id uuid not null,
  return_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  name text not null,
  order_name text not null,
  kind text not null,
  reason text not null,
  state text default 'requested'::text not null,
  customer_note text default ''::text not null,
  customer_keeps boolean default false not null,
  outside_window_by text,
  address jsonb,
  instructions text default ''::text not null,
  send_back_by timestamp(3) with time zone,
  carrier text,
  tracking_number text,
  decision_note text,
  exchange_order_id uuid,
  request_key text not null,
  requested_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint order_return_pkey PRIMARY KEY (workplace_id, return_id),
  constraint order_return_workplace_id_request_key_key UNIQUE (workplace_id, request_key),
  constraint order_return_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id),
  constraint order_return_exchanged CHECK ((state = 'exchanged'::text) = (exchange_order_id IS NOT NULL)),
  constraint order_return_kind_check CHECK (kind = ANY (ARRAY['refund'::text, 'exchange'::text])),
  constraint order_return_reason_check CHECK (reason = ANY (ARRAY['changed_mind'::text, 'wrong_size'::text, 'not_as_described'::text, 'wrong_item'::text, 'defective'::text, 'damaged'::text, 'arrived_late'::text, 'other'::text])),
  constraint order_return_state_check CHECK (state = ANY (ARRAY['requested'::text, 'approved'::text, 'sent_back'::text, 'received'::text, 'refunding'::text, 'refund_failed'::text, 'refunded'::text, 'exchanged'::text, 'rejected'::text, 'canceled'::text, 'closed'::text]))
);
CREATE INDEX order_return_exchange ON order_return USING btree (workplace_id, exchange_order_id) WHERE exchange_order_id IS NOT NULL;
CREATE INDEX order_return_of ON order_return USING btree (workplace_id, order_id);
CREATE INDEX order_return_open ON order_return USING btree (workplace_id, store_id) WHERE state = ANY (ARRAY['requested'::text, 'approved'::text, 'sent_back'::text, 'received'::text, 'refunding'::text, 'refund_failed'::text]);
CREATE INDEX order_return_state ON order_return USING btree (workplace_id, state, return_id DESC);
CREATE INDEX order_return_store ON order_return USING btree (workplace_id, store_id, return_id DESC);
alter table order_return enable row level security;
alter table order_return force row level security;
create policy tenant on order_return for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON order_return REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return', 'return_id', 'name', 'order_id store_id name order_name kind reason request_key requested_by customer_note address instructions decision_note exchange_order_id updated_at ended_at');
CREATE TRIGGER audited_update AFTER UPDATE ON order_return REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return', 'return_id', 'name', 'order_id store_id name order_name kind reason request_key requested_by customer_note address instructions decision_note exchange_order_id updated_at ended_at');
CREATE TRIGGER order_return_state_moves BEFORE UPDATE OF state ON order_return FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{approved>canceled,approved>exchanged,approved>received,approved>refunded,approved>refunding,approved>sent_back,received>closed,received>exchanged,received>refunded,received>refunding,refund_failed>closed,refund_failed>refunded,refund_failed>refunding,refunding>approved,refunding>received,refunding>refund_failed,refunding>refunded,requested>approved,requested>canceled,requested>rejected,sent_back>canceled,sent_back>received}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on order_return to quayside_app;

--- table order_return_line
create table order_return_line (
  workplace_id uuid not null,
  return_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  quantity integer not null,
  received integer,
  disposition text,
  constraint order_return_line_pkey PRIMARY KEY (workplace_id, return_id, line_id),
  constraint order_return_line_workplace_id_return_id_fkey FOREIGN KEY (workplace_id, return_id) REFERENCES order_return(workplace_id, return_id),
  constraint order_return_line_check CHECK (received >= 0 AND received <= quantity),
  constraint order_return_line_check1 CHECK (disposition IS NULL OR received > 0),
  constraint order_return_line_disposition_check CHECK (disposition = ANY (ARRAY['supplier'::text, 'resale'::text, 'discarded'::text])),
  constraint order_return_line_quantity_check CHECK (quantity > 0)
);
CREATE INDEX order_return_line_of ON order_return_line USING btree (workplace_id, order_id);
alter table order_return_line enable row level security;
alter table order_return_line force row level security;
create policy tenant on order_return_line for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on order_return_line to quayside_app;

--- table order_return_refund
create table order_return_refund (
  workplace_id uuid not null,
  refund_id uuid not null,
  return_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  order_name text not null,
  method text not null,
  amount bigint not null,
  currency text not null,
  restock boolean default false not null,
  note text default ''::text not null,
  requested_by text not null,
  state text default 'waiting'::text not null,
  reference text,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  error_key text,
  error_params jsonb,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  done_at timestamp(3) with time zone,
  constraint order_return_refund_pkey PRIMARY KEY (workplace_id, refund_id),
  constraint order_return_refund_workplace_id_return_id_fkey FOREIGN KEY (workplace_id, return_id) REFERENCES order_return(workplace_id, return_id),
  constraint order_return_refund_amount_check CHECK (amount > 0),
  constraint order_return_refund_method_check CHECK (method = ANY (ARRAY['gateway'::text, 'recorded'::text, 'outside'::text])),
  constraint order_return_refund_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'done'::text, 'failed'::text, 'withdrawn'::text]))
);
CREATE INDEX order_return_refund_of ON order_return_refund USING btree (workplace_id, order_id);
CREATE UNIQUE INDEX order_return_refund_once ON order_return_refund USING btree (workplace_id, return_id) WHERE state <> ALL (ARRAY['failed'::text, 'withdrawn'::text]);
CREATE INDEX order_return_refund_open ON order_return_refund USING btree (workplace_id, next_attempt_at) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text]);
CREATE INDEX order_return_refund_return ON order_return_refund USING btree (workplace_id, return_id, refund_id DESC);
alter table order_return_refund enable row level security;
alter table order_return_refund force row level security;
create policy tenant on order_return_refund for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON order_return_refund REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return', 'return_id', 'order_name', 'return_id order_id store_id order_name method restock note requested_by state reference attempts sent_at error_key error_params done_at');
CREATE TRIGGER order_return_refund_state_moves BEFORE UPDATE OF state ON order_return_refund FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{sending>done,sending>failed,sending>unknown,sending>waiting,unknown>sending,waiting>sending,waiting>withdrawn}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on order_return_refund to quayside_app;

--- table order_risk
create table order_risk (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  risk text,
  is_disputed boolean default false not null,
  read_at timestamp(3) with time zone not null,
  constraint order_risk_pkey PRIMARY KEY (workplace_id, order_id),
  constraint order_risk_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id) ON DELETE CASCADE,
  constraint order_risk_risk_check CHECK (risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))
);
alter table order_risk enable row level security;
alter table order_risk force row level security;
create policy tenant on order_risk for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on order_risk to quayside_app;

--- table order_set_aside
create table order_set_aside (
  workplace_id uuid not null,
  set_aside_id uuid not null,
  store_id uuid not null,
  external_order_id text not null,
  name text,
  reason_key text not null,
  reason_params jsonb default '{}'::jsonb not null,
  first_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  constraint order_set_aside_pkey PRIMARY KEY (workplace_id, set_aside_id),
  constraint order_set_aside_workplace_id_store_id_external_order_id_key UNIQUE (workplace_id, store_id, external_order_id),
  constraint order_set_aside_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id)
);
alter table order_set_aside enable row level security;
alter table order_set_aside force row level security;
create policy tenant on order_set_aside for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on order_set_aside to quayside_app;

--- table order_term
create table order_term (
  workplace_id uuid not null,
  term text collate "C" not null,
  order_id uuid not null,
  constraint order_term_pkey PRIMARY KEY (workplace_id, term, order_id),
  constraint order_term_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id)
);
CREATE INDEX order_term_of ON order_term USING btree (workplace_id, order_id);
alter table order_term enable row level security;
alter table order_term force row level security;
create policy tenant on order_term for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on order_term to quayside_app;

--- table payment_event
create table payment_event (
  provider text not null,
  mode text not null,
  event_id text not null,
  topic text not null,
  subject text,
  subject_ref text,
  body bytea,
  state text default 'received'::text not null,
  reason text,
  account_id uuid,
  topup_id uuid,
  received_at timestamp(3) with time zone default now() not null,
  worked_at timestamp(3) with time zone,
  constraint payment_event_pkey PRIMARY KEY (provider, mode, event_id),
  constraint payment_event_check CHECK ((subject IS NULL) = (subject_ref IS NULL)),
  constraint payment_event_check1 CHECK (state <> 'set_aside'::text OR reason IS NOT NULL),
  constraint payment_event_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint payment_event_state_check CHECK (state = ANY (ARRAY['received'::text, 'worked'::text, 'ignored'::text, 'set_aside'::text])),
  constraint payment_event_subject_check CHECK (subject = ANY (ARRAY['checkout'::text, 'payment'::text]))
);
CREATE INDEX payment_event_set_aside ON payment_event USING btree (received_at) WHERE state = 'set_aside'::text;
CREATE TRIGGER payment_event_state_moves BEFORE UPDATE OF state ON payment_event FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{received>ignored,received>set_aside,received>worked,set_aside>ignored,set_aside>worked}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on payment_event to quayside_app;

--- table picture_hash
create table picture_hash (
  workplace_id uuid not null,
  url_key text not null,
  url text not null,
  mode text not null,
  state text default 'wanted'::text not null,
  hash text,
  fault text,
  tries integer default 0 not null,
  next_at timestamp(3) with time zone default now() not null,
  wanted_at timestamp(3) with time zone default now() not null,
  constraint picture_hash_pkey PRIMARY KEY (workplace_id, url_key),
  constraint picture_hash_hash_check CHECK (hash ~ '^[0-9a-f]{32}$'::text),
  constraint picture_hash_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint picture_hash_state_check CHECK (state = ANY (ARRAY['wanted'::text, 'read'::text, 'failed'::text]))
);
CREATE INDEX picture_hash_next ON picture_hash USING btree (workplace_id, next_at) WHERE state = 'wanted'::text;
CREATE INDEX picture_hash_old ON picture_hash USING btree (workplace_id, wanted_at);
alter table picture_hash enable row level security;
alter table picture_hash force row level security;
create policy tenant on picture_hash for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER picture_hash_state_moves BEFORE UPDATE OF state ON picture_hash FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{wanted>read,wanted>failed}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on picture_hash to quayside_app;

--- table placement_setting
create table placement_setting (
  workplace_id uuid not null,
  supplier text not null,
  warehouse text,
  countries text[] default '{}'::text[] not null,
  shipping_method text,
  rules jsonb default '[]'::jsonb not null,
  constraint placement_setting_pkey PRIMARY KEY (workplace_id, supplier)
);
alter table placement_setting enable row level security;
alter table placement_setting force row level security;
create policy tenant on placement_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON placement_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'workplace_id', 'supplier', '');
CREATE TRIGGER audited_update AFTER UPDATE ON placement_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'workplace_id', 'supplier', '');
grant delete, insert, select, update on placement_setting to quayside_app;

--- table platform_identity
create table platform_identity (
  platform text not null,
  mode text not null,
  platform_domain text not null,
  subject text not null,
  account_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint platform_identity_pkey PRIMARY KEY (platform, mode, platform_domain, subject),
  constraint platform_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint platform_identity_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
CREATE INDEX platform_identity_account ON platform_identity USING btree (account_id);
grant delete, insert, select, update on platform_identity to quayside_app;

--- table price_batch
create table price_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  store_id uuid,
  state text default 'applying'::text not null,
  rule jsonb not null,
  push boolean not null,
  total integer not null,
  done integer default 0 not null,
  skipped integer default 0 not null,
  restored integer default 0 not null,
  kept integer default 0 not null,
  pushed integer default 0 not null,
  requested_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint price_batch_pkey PRIMARY KEY (workplace_id, batch_id),
  constraint price_batch_state_check CHECK (state = ANY (ARRAY['applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text]))
);
CREATE INDEX price_batch_newest ON price_batch USING btree (workplace_id, batch_id DESC);
CREATE UNIQUE INDEX price_batch_running ON price_batch USING btree (workplace_id) WHERE state = ANY (ARRAY['applying'::text, 'undoing'::text]);
alter table price_batch enable row level security;
alter table price_batch force row level security;
create policy tenant on price_batch for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON price_batch REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('price_batch', 'batch_id', 'batch_id', 'store_id rule requested_by done skipped restored kept pushed created_at ended_at');
CREATE TRIGGER audited_update AFTER UPDATE ON price_batch REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('price_batch', 'batch_id', 'batch_id', 'store_id rule requested_by done skipped restored kept pushed created_at ended_at');
CREATE TRIGGER price_batch_state_moves BEFORE UPDATE OF state ON price_batch FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{applied>undoing,applying>applied,undoing>undone}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on price_batch to quayside_app;

--- table price_batch_item
create table price_batch_item (
  workplace_id uuid not null,
  batch_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  state text default 'pending'::text not null,
  cost bigint not null,
  price_before bigint,
  price_after bigint not null,
  compare_before bigint,
  compare_after bigint,
  computed_before bigint,
  rate text,
  rate_day date,
  constraint price_batch_item_pkey PRIMARY KEY (workplace_id, batch_id, product_id, variant_id),
  constraint price_batch_item_workplace_id_batch_id_fkey FOREIGN KEY (workplace_id, batch_id) REFERENCES price_batch(workplace_id, batch_id) ON DELETE CASCADE,
  constraint price_batch_item_price_after_check CHECK (price_after >= 0),
  constraint price_batch_item_state_check CHECK (state = ANY (ARRAY['pending'::text, 'done'::text, 'skipped'::text, 'restored'::text, 'kept'::text]))
);
CREATE INDEX price_batch_item_state ON price_batch_item USING btree (workplace_id, batch_id, state, product_id);
alter table price_batch_item enable row level security;
alter table price_batch_item force row level security;
create policy tenant on price_batch_item for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on price_batch_item to quayside_app;

--- table price_rule
create table price_rule (
  workplace_id uuid not null,
  rule_id uuid not null,
  store_id uuid,
  rule jsonb not null,
  for_imports boolean default false not null,
  suggested_first boolean default false not null,
  revision integer default 1 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint price_rule_pkey PRIMARY KEY (workplace_id, rule_id),
  constraint price_rule_check CHECK (store_id IS NULL OR NOT (for_imports OR suggested_first))
);
alter table price_rule enable row level security;
alter table price_rule force row level security;
create policy tenant on price_rule for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON price_rule REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('price_rule', 'rule_id', 'rule_id', 'rule_id revision updated_at');
CREATE TRIGGER audited_insert AFTER INSERT ON price_rule REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('price_rule', 'rule_id', 'rule_id', 'rule_id revision updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON price_rule REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('price_rule', 'rule_id', 'rule_id', 'rule_id revision updated_at');
grant delete, insert, select, update on price_rule to quayside_app;

--- table privacy_request
create table privacy_request (
  workplace_id uuid not null,
  request_id uuid not null,
  store_id uuid,
  origin text not null,
  kind text not null,
  state text not null,
  label text not null,
  subject jsonb default '{}'::jsonb not null,
  external_key text,
  asked_by text default ''::text not null,
  requested_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  outcome jsonb default '{}'::jsonb not null,
  constraint privacy_request_pkey PRIMARY KEY (workplace_id, request_id),
  constraint privacy_request_kind_check CHECK (kind = ANY (ARRAY['export'::text, 'erase'::text, 'erase_store'::text, 'retention'::text])),
  constraint privacy_request_state_check CHECK (state = ANY (ARRAY['open'::text, 'waiting'::text, 'done'::text, 'stopped'::text]))
);
CREATE UNIQUE INDEX privacy_request_once ON privacy_request USING btree (workplace_id, external_key) WHERE external_key IS NOT NULL;
CREATE INDEX privacy_request_recent ON privacy_request USING btree (workplace_id, requested_at DESC, request_id DESC);
alter table privacy_request enable row level security;
alter table privacy_request force row level security;
create policy tenant on privacy_request for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON privacy_request REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('privacy_request', 'request_id', 'label', 'label origin subject outcome external_key asked_by requested_at due_at done_at');
CREATE TRIGGER audited_update AFTER UPDATE ON privacy_request REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('privacy_request', 'request_id', 'label', 'label origin subject outcome external_key asked_by requested_at due_at done_at');
grant delete, insert, select, update on privacy_request to quayside_app;

--- table privacy_setting
create table privacy_setting (
  workplace_id uuid not null,
  retention_months integer,
  constraint privacy_setting_pkey PRIMARY KEY (workplace_id),
  constraint privacy_setting_retention_months_check CHECK (retention_months >= 1 AND retention_months <= 120)
);
alter table privacy_setting enable row level security;
alter table privacy_setting force row level security;
create policy tenant on privacy_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON privacy_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('retention_setting', 'workplace_id', 'retention_months', '');
CREATE TRIGGER audited_update AFTER UPDATE ON privacy_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('retention_setting', 'workplace_id', 'retention_months', '');
grant delete, insert, select, update on privacy_setting to quayside_app;

--- table privacy_turn
create table privacy_turn (
  workplace_id uuid not null,
  account_id uuid not null,
  due_at timestamp(3) with time zone default now() not null,
  constraint privacy_turn_pkey PRIMARY KEY (workplace_id)
);
CREATE INDEX privacy_turn_due ON privacy_turn USING btree (due_at);
grant delete, insert, select, update on privacy_turn to quayside_app;

--- table process
create table process (
  workplace_id uuid not null,
  process_id uuid not null,
  kind text not null,
  subject_id text not null,
  title text not null,
  image_url text,
  channel text,
  store_id uuid,
  status text not null,
  done integer default 0 not null,
  total integer default 1 not null,
  error_key text,
  error_params jsonb,
  result jsonb,
  seen_at timestamp with time zone,
  started_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint process_pkey PRIMARY KEY (workplace_id, process_id),
  constraint process_kind_check CHECK (kind = ANY (ARRAY['import'::text, 'push'::text, 'placement'::text, 'payment'::text, 'sync'::text, 'catalogue'::text, 'enhance'::text, 'duplicate'::text, 'split'::text, 'adopt'::text, 'optimize_image'::text])),
  constraint process_status_check CHECK (status = ANY (ARRAY['processing'::text, 'success'::text, 'error'::text]))
);
CREATE INDEX process_open ON process USING btree (workplace_id, process_id DESC) WHERE seen_at IS NULL;
CREATE INDEX process_unseen ON process USING btree (workplace_id, kind, subject_id) WHERE seen_at IS NULL;
alter table process enable row level security;
alter table process force row level security;
create policy tenant on process for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on process to quayside_app;

--- table product
create table product (
  workplace_id uuid not null,
  product_id uuid not null,
  source text not null,
  mode text not null,
  source_product_id text not null,
  ship_to text default 'US'::text not null,
  title text not null,
  description_html text default ''::text not null,
  vendor text default ''::text not null,
  product_type text default ''::text not null,
  tags text[] default '{}'::text[] not null,
  options jsonb default '[]'::jsonb not null,
  images jsonb default '[]'::jsonb not null,
  currency text default 'USD'::text not null,
  cost_from bigint not null,
  cost_to bigint not null,
  price_from bigint not null,
  price_to bigint not null,
  total_variants integer not null,
  original jsonb not null,
  revision integer default 1 not null,
  push_state text default 'unpushed'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  brought boolean default false not null,
  former_sources text[] default '{}'::text[] not null,
  copied_from uuid,
  seo_title text default ''::text not null,
  seo_description text default ''::text not null,
  hs_code text default ''::text not null,
  origin_country text default ''::text not null,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  weight_unit text default 'g'::text not null,
  constraint product_pkey PRIMARY KEY (workplace_id, product_id),
  constraint product_height_mm_check CHECK (height_mm >= 1 AND height_mm <= 100000),
  constraint product_length_mm_check CHECK (length_mm >= 1 AND length_mm <= 100000),
  constraint product_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint product_push_state_check CHECK (push_state = ANY (ARRAY['unpushed'::text, 'processing'::text, 'pushed'::text])),
  constraint product_weight_unit_check CHECK (weight_unit = ANY (ARRAY['g'::text, 'kg'::text, 'oz'::text, 'lb'::text])),
  constraint product_width_mm_check CHECK (width_mm >= 1 AND width_mm <= 100000)
);
CREATE INDEX product_brought ON product USING btree (workplace_id, product_id) WHERE brought;
CREATE INDEX product_copies ON product USING btree (workplace_id, source, mode, source_product_id) WHERE deleted_at IS NULL AND copied_from IS NOT NULL;
CREATE INDEX product_former ON product USING btree (workplace_id, product_id) WHERE former_sources <> '{}'::text[];
CREATE INDEX product_list ON product USING btree (workplace_id, push_state, product_id DESC) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX product_once ON product USING btree (workplace_id, source, mode, source_product_id) WHERE deleted_at IS NULL AND copied_from IS NULL;
alter table product enable row level security;
alter table product force row level security;
create policy tenant on product for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON product REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product', 'product_id', 'title', 'original revision push_state brought former_sources copied_from');
CREATE TRIGGER audited_insert AFTER INSERT ON product REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product', 'product_id', 'title', 'original revision push_state brought former_sources copied_from');
CREATE TRIGGER audited_update AFTER UPDATE ON product REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product', 'product_id', 'title', 'original revision push_state brought former_sources copied_from');
CREATE TRIGGER product_tags_added AFTER INSERT ON product FOR EACH ROW WHEN (new.tags <> '{}'::text[]) EXECUTE FUNCTION keep_product_tags();
CREATE TRIGGER product_tags_changed AFTER UPDATE OF tags, deleted_at ON product FOR EACH ROW WHEN (new.tags IS DISTINCT FROM old.tags OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)) EXECUTE FUNCTION keep_product_tags();
grant delete, insert, select, update on product to quayside_app;

--- table product_collection
create table product_collection (
  workplace_id uuid not null,
  product_id uuid not null,
  store_id uuid not null,
  external_ids text[] default '{}'::text[] not null,
  titles text[] default '{}'::text[] not null,
  again text[] default '{}'::text[] not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint product_collection_pkey PRIMARY KEY (workplace_id, product_id, store_id),
  constraint product_collection_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
CREATE INDEX product_collection_store ON product_collection USING btree (workplace_id, store_id);
alter table product_collection enable row level security;
alter table product_collection force row level security;
create policy tenant on product_collection for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on product_collection to quayside_app;

--- table product_export
create table product_export (
  workplace_id uuid not null,
  export_id uuid not null,
  form text not null,
  state text default 'running'::text not null,
  request jsonb not null,
  products integer default 0 not null,
  file_id uuid,
  fault text,
  fault_params jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint product_export_pkey PRIMARY KEY (workplace_id, export_id),
  constraint product_export_form_check CHECK (form = ANY (ARRAY['shopify'::text, 'woocommerce'::text])),
  constraint product_export_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX product_export_recent ON product_export USING btree (workplace_id, created_at DESC);
alter table product_export enable row level security;
alter table product_export force row level security;
create policy tenant on product_export for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER product_export_state_moves BEFORE UPDATE OF state ON product_export FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{running>done,running>failed}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on product_export to quayside_app;

--- table product_feed
create table product_feed (
  workplace_id uuid not null,
  feed_id uuid not null,
  store_id uuid not null,
  format text not null,
  revision integer default 1 not null,
  file_id uuid,
  etag text,
  items integer default 0 not null,
  products integer default 0 not null,
  left_out integer default 0 not null,
  problems jsonb default '[]'::jsonb not null,
  fault text,
  fault_params jsonb default '{}'::jsonb not null,
  refreshed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint product_feed_pkey PRIMARY KEY (workplace_id, feed_id),
  constraint product_feed_workplace_id_store_id_format_key UNIQUE (workplace_id, store_id, format),
  constraint product_feed_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE,
  constraint product_feed_format_check CHECK (format = ANY (ARRAY['xml'::text, 'csv'::text]))
);
alter table product_feed enable row level security;
alter table product_feed force row level security;
create policy tenant on product_feed for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON product_feed REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_feed', 'feed_id', 'format', 'file_id etag items products left_out problems fault fault_params refreshed_at');
CREATE TRIGGER audited_insert AFTER INSERT ON product_feed REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_feed', 'feed_id', 'format', 'file_id etag items products left_out problems fault fault_params refreshed_at');
CREATE TRIGGER audited_update AFTER UPDATE ON product_feed REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_feed', 'feed_id', 'format', 'file_id etag items products left_out problems fault fault_params refreshed_at');
grant delete, insert, select, update on product_feed to quayside_app;

--- table product_import
create table product_import (
  workplace_id uuid not null,
  import_id uuid not null,
  request_key text not null,
  file_name text not null,
  file bytea,
  mode text not null,
  currency text not null,
  form text,
  state text default 'reading'::text not null,
  fault text,
  fault_params jsonb default '{}'::jsonb not null,
  encoding text,
  ignored text[] default '{}'::text[] not null,
  rows integer default 0 not null,
  known_choice text,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint product_import_pkey PRIMARY KEY (workplace_id, import_id),
  constraint product_import_workplace_id_request_key_key UNIQUE (workplace_id, request_key),
  constraint product_import_encoding_check CHECK (encoding = ANY (ARRAY['utf-8'::text, 'utf-16'::text, 'windows-1252'::text])),
  constraint product_import_form_check CHECK (form = ANY (ARRAY['shopify'::text, 'woocommerce'::text])),
  constraint product_import_known_choice_check CHECK (known_choice = ANY (ARRAY['skip'::text, 'update'::text])),
  constraint product_import_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint product_import_state_check CHECK (state = ANY (ARRAY['reading'::text, 'ready'::text, 'applying'::text, 'done'::text, 'refused'::text, 'discarded'::text]))
);
CREATE INDEX product_import_recent ON product_import USING btree (workplace_id, created_at DESC);
alter table product_import enable row level security;
alter table product_import force row level security;
create policy tenant on product_import for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER product_import_state_moves BEFORE UPDATE OF state ON product_import FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{applying>done,reading>ready,reading>refused,ready>applying,ready>discarded}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on product_import to quayside_app;

--- table product_import_item
create table product_import_item (
  workplace_id uuid not null,
  import_id uuid not null,
  item_no integer not null,
  handle text not null,
  title text not null,
  fate text not null,
  variants integer not null,
  images integer not null,
  draft jsonb,
  faults jsonb default '[]'::jsonb not null,
  warnings jsonb default '[]'::jsonb not null,
  product_id uuid,
  outcome text,
  error_key text,
  error_params jsonb,
  constraint product_import_item_pkey PRIMARY KEY (workplace_id, import_id, item_no),
  constraint product_import_item_workplace_id_import_id_fkey FOREIGN KEY (workplace_id, import_id) REFERENCES product_import(workplace_id, import_id) ON DELETE CASCADE,
  constraint product_import_item_fate_check CHECK (fate = ANY (ARRAY['new'::text, 'known'::text, 'refused'::text])),
  constraint product_import_item_outcome_check CHECK (outcome = ANY (ARRAY['created'::text, 'updated'::text, 'skipped'::text, 'failed'::text]))
);
CREATE INDEX product_import_item_fate ON product_import_item USING btree (workplace_id, import_id, fate, item_no);
alter table product_import_item enable row level security;
alter table product_import_item force row level security;
create policy tenant on product_import_item for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on product_import_item to quayside_app;

--- table product_metafield
create table product_metafield (
  workplace_id uuid not null,
  metafield_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  namespace text not null,
  key text not null,
  name text not null,
  type text not null,
  value text not null,
  again boolean default false not null,
  updated_at timestamp(3) with time zone default now() not null,
  removed boolean default false not null,
  constraint product_metafield_pkey PRIMARY KEY (workplace_id, metafield_id)
);
CREATE INDEX product_metafield_in ON product_metafield USING btree (workplace_id, store_id);
CREATE UNIQUE INDEX product_metafield_of ON product_metafield USING btree (workplace_id, product_id, store_id, namespace, key);
alter table product_metafield enable row level security;
alter table product_metafield force row level security;
create policy tenant on product_metafield for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON product_metafield REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('metafield', 'metafield_id', 'name', 'product_id store_id namespace key type again updated_at');
CREATE TRIGGER audited_insert AFTER INSERT ON product_metafield REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('metafield', 'metafield_id', 'name', 'product_id store_id namespace key type again updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON product_metafield REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('metafield', 'metafield_id', 'name', 'product_id store_id namespace key type again updated_at');
grant delete, insert, select, update on product_metafield to quayside_app;

--- table product_setting
create table product_setting (
  workplace_id uuid not null,
  split_threshold integer default 100 not null,
  split_logic text default 'all'::text not null,
  split_handle text default 'max_variant'::text not null,
  max_variants_per_product integer default 100 not null,
  max_create_products integer default 100 not null,
  is_publish boolean default true not null,
  allow_sell_out_of_stock boolean default false not null,
  channels jsonb default '{}'::jsonb not null,
  revision integer default 1 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint product_setting_pkey PRIMARY KEY (workplace_id),
  constraint product_setting_max_create_products_check CHECK (max_create_products >= 0),
  constraint product_setting_max_variants_per_product_check CHECK (max_variants_per_product >= 0),
  constraint product_setting_split_handle_check CHECK (split_handle = ANY (ARRAY['max_variant'::text, 'max_product'::text])),
  constraint product_setting_split_logic_check CHECK (split_logic = ANY (ARRAY['all'::text, 'excess'::text])),
  constraint product_setting_split_threshold_check CHECK (split_threshold >= 0 AND split_threshold <= 100)
);
alter table product_setting enable row level security;
alter table product_setting force row level security;
create policy tenant on product_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON product_setting REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_setting', 'workplace_id', '', 'revision updated_at');
CREATE TRIGGER audited_insert AFTER INSERT ON product_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_setting', 'workplace_id', '', 'revision updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON product_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_setting', 'workplace_id', '', 'revision updated_at');
grant delete, insert, select, update on product_setting to quayside_app;

--- table product_tag
create table product_tag (
  workplace_id uuid not null,
  product_id uuid not null,
  word text collate "C" not null,
  tag text not null,
  constraint product_tag_pkey PRIMARY KEY (workplace_id, word, product_id),
  constraint product_tag_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES product(workplace_id, product_id) ON DELETE CASCADE
);
CREATE INDEX product_tag_of ON product_tag USING btree (workplace_id, product_id);
alter table product_tag enable row level security;
alter table product_tag force row level security;
create policy tenant on product_tag for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on product_tag to quayside_app;

--- table product_variant
create table product_variant (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  source_variant_id text not null,
  source_sku text not null,
  sku text not null,
  option_values text[] default '{}'::text[] not null,
  cost bigint not null,
  price bigint not null,
  compare_at_price bigint,
  stock integer,
  weight_grams integer,
  image_url text,
  "position" integer not null,
  enabled boolean default true not null,
  computed_price bigint,
  source_weight_grams integer,
  barcode text default ''::text not null,
  constraint product_variant_pkey PRIMARY KEY (workplace_id, variant_id),
  constraint product_variant_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES product(workplace_id, product_id)
);
CREATE INDEX product_variant_barcode ON product_variant USING btree (workplace_id, barcode_key(barcode)) WHERE barcode <> ''::text;
CREATE INDEX product_variant_of ON product_variant USING btree (workplace_id, product_id, "position");
CREATE INDEX product_variant_sku ON product_variant USING btree (workplace_id, sku);
alter table product_variant enable row level security;
alter table product_variant force row level security;
create policy tenant on product_variant for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON product_variant REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('variant', 'variant_id', 'sku', 'position computed_price');
CREATE TRIGGER audited_update AFTER UPDATE ON product_variant REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('variant', 'variant_id', 'sku', 'position computed_price');
grant delete, insert, select, update on product_variant to quayside_app;

--- table product_watch
create table product_watch (
  workplace_id uuid not null,
  product_id uuid not null,
  source text not null,
  mode text not null,
  since timestamp(3) with time zone default now() not null,
  next_look_at timestamp(3) with time zone default now() not null,
  looked_at timestamp(3) with time zone,
  cost_moved boolean default false not null,
  out_of_stock boolean default false not null,
  gone boolean default false not null,
  lease_holder uuid,
  lease_until timestamp(3) with time zone,
  ships boolean,
  shipping bigint,
  told_shipping bigint,
  shipping_at timestamp(3) with time zone,
  shipping_asked_at timestamp(3) with time zone,
  constraint product_watch_pkey PRIMARY KEY (workplace_id, product_id),
  constraint product_watch_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES product(workplace_id, product_id) ON DELETE CASCADE,
  constraint product_watch_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
CREATE INDEX product_watch_cost ON product_watch USING btree (workplace_id, product_id) WHERE cost_moved;
CREATE INDEX product_watch_due ON product_watch USING btree (workplace_id, source, mode, next_look_at);
CREATE INDEX product_watch_gone ON product_watch USING btree (workplace_id, product_id) WHERE gone;
CREATE INDEX product_watch_stock ON product_watch USING btree (workplace_id, product_id) WHERE out_of_stock;
alter table product_watch enable row level security;
alter table product_watch force row level security;
create policy tenant on product_watch for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON product_watch REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_watch', 'product_id', 'source', 'since next_look_at looked_at cost_moved out_of_stock gone ships shipping told_shipping shipping_at shipping_asked_at');
CREATE TRIGGER audited_insert AFTER INSERT ON product_watch REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('product_watch', 'product_id', 'source', 'since next_look_at looked_at cost_moved out_of_stock gone ships shipping told_shipping shipping_at shipping_asked_at');
grant delete, insert, select, update on product_watch to quayside_app;

--- table purchasing_setting
create table purchasing_setting (
  workplace_id uuid not null,
  payment_behavior text default 'default'::text not null,
  fulfillment text default 'origin'::text not null,
  guards jsonb default '{}'::jsonb not null,
  constraint purchasing_setting_pkey PRIMARY KEY (workplace_id),
  constraint purchasing_setting_fulfillment_check CHECK (fulfillment = ANY (ARRAY['quayside'::text, 'origin'::text])),
  constraint purchasing_setting_payment_behavior_check CHECK (payment_behavior = ANY (ARRAY['default'::text, 'popup'::text]))
);
alter table purchasing_setting enable row level security;
alter table purchasing_setting force row level security;
create policy tenant on purchasing_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON purchasing_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('payment_setting', 'workplace_id', 'payment_behavior', '');
CREATE TRIGGER audited_update AFTER UPDATE ON purchasing_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('payment_setting', 'workplace_id', 'payment_behavior', '');
grant delete, insert, select, update on purchasing_setting to quayside_app;

--- table push_batch
create table push_batch (
  workplace_id uuid not null,
  batch_id uuid not null,
  state text default 'running'::text not null,
  store_ids uuid[] not null,
  store_modes text[] not null,
  request jsonb not null,
  requested_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint push_batch_pkey PRIMARY KEY (workplace_id, batch_id),
  constraint push_batch_state_check CHECK (state = ANY (ARRAY['running'::text, 'ended'::text]))
);
alter table push_batch enable row level security;
alter table push_batch force row level security;
create policy tenant on push_batch for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on push_batch to quayside_app;

--- table push_batch_item
create table push_batch_item (
  workplace_id uuid not null,
  batch_id uuid not null,
  product_id uuid not null,
  state text default 'pending'::text not null,
  error_key text,
  error_params jsonb,
  constraint push_batch_item_pkey PRIMARY KEY (workplace_id, batch_id, product_id),
  constraint push_batch_item_workplace_id_batch_id_fkey FOREIGN KEY (workplace_id, batch_id) REFERENCES push_batch(workplace_id, batch_id) ON DELETE CASCADE,
  constraint push_batch_item_state_check CHECK (state = ANY (ARRAY['pending'::text, 'started'::text, 'refused'::text]))
);
CREATE INDEX push_batch_item_state ON push_batch_item USING btree (workplace_id, batch_id, state, product_id);
alter table push_batch_item enable row level security;
alter table push_batch_item force row level security;
create policy tenant on push_batch_item for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on push_batch_item to quayside_app;

--- table refund_directory
create table refund_directory (
  supplier_order_id uuid not null,
  workplace_id uuid not null,
  account_id uuid not null,
  open boolean default true not null,
  constraint refund_directory_pkey PRIMARY KEY (supplier_order_id)
);
CREATE INDEX refund_directory_open ON refund_directory USING btree (supplier_order_id DESC) WHERE open;
grant delete, insert, select, update on refund_directory to quayside_app;

--- table refund_request
create table refund_request (
  workplace_id uuid not null,
  refund_request_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  supplier_order_id uuid not null,
  connection_id uuid,
  supplier text not null,
  order_no text default ''::text not null,
  type text not null,
  reason text not null,
  amount bigint not null,
  currency text not null,
  description text not null,
  requested_by text not null,
  request_key text not null,
  state text default 'pending'::text not null,
  agreed bigint,
  received bigint,
  credited_before bigint default 0 not null,
  answer text,
  answered_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  via text not null,
  send_state text not null,
  send_attempts integer default 0 not null,
  send_sent_at timestamp with time zone,
  dispute_id text,
  checked_at timestamp with time zone,
  error_key text,
  error_params jsonb,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint refund_request_pkey PRIMARY KEY (workplace_id, refund_request_id),
  constraint refund_request_workplace_id_request_key_key UNIQUE (workplace_id, request_key),
  constraint refund_request_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_order(workplace_id, supplier_order_id),
  constraint refund_request_agreed_check CHECK (agreed >= 0),
  constraint refund_request_amount_check CHECK (amount >= 0),
  constraint refund_request_dispute CHECK (send_state <> 'sent'::text OR dispute_id IS NOT NULL),
  constraint refund_request_reason_check CHECK (reason = ANY (ARRAY['item_not_received'::text, 'item_not_as_described'::text, 'defective_item'::text, 'damaged_item'::text])),
  constraint refund_request_received_check CHECK (received >= 0),
  constraint refund_request_send_state_check CHECK (send_state = ANY (ARRAY['not_needed'::text, 'requested'::text, 'sending'::text, 'unknown'::text, 'sent'::text, 'failed'::text])),
  constraint refund_request_sent_by CHECK (via = 'supplier'::text OR send_state = 'not_needed'::text),
  constraint refund_request_state_check CHECK (state = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'completed'::text, 'withdrawn'::text])),
  constraint refund_request_type_check CHECK (type = ANY (ARRAY['refund'::text, 'replacement'::text])),
  constraint refund_request_via_check CHECK (via = ANY (ARRAY['supplier'::text, 'manual'::text]))
);
CREATE INDEX refund_request_of ON refund_request USING btree (workplace_id, order_id);
CREATE INDEX refund_request_open ON refund_request USING btree (workplace_id, next_attempt_at) WHERE send_state = ANY (ARRAY['requested'::text, 'sending'::text, 'unknown'::text]);
CREATE INDEX refund_request_sent ON refund_request USING btree (workplace_id, connection_id, checked_at) WHERE send_state = 'sent'::text AND state = 'pending'::text;
CREATE INDEX refund_request_state ON refund_request USING btree (workplace_id, state, refund_request_id DESC);
CREATE INDEX refund_request_unsent ON refund_request USING btree (workplace_id, refund_request_id) WHERE send_state = 'failed'::text AND state = 'pending'::text;
alter table refund_request enable row level security;
alter table refund_request force row level security;
create policy tenant on refund_request for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON refund_request REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('refund_request', 'refund_request_id', 'order_no', 'order_id store_id supplier_order_id connection_id request_key requested_by description answer answered_at closed_at credited_before via send_state send_attempts send_sent_at dispute_id checked_at error_key error_params order_no');
CREATE TRIGGER audited_update AFTER UPDATE ON refund_request REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('refund_request', 'refund_request_id', 'order_no', 'order_id store_id supplier_order_id connection_id request_key requested_by description answer answered_at closed_at credited_before via send_state send_attempts send_sent_at dispute_id checked_at error_key error_params order_no');
CREATE TRIGGER refund_request_resend BEFORE UPDATE OF send_state ON refund_request FOR EACH ROW WHEN (old.send_state = 'failed'::text AND new.send_state = 'requested'::text AND new.state <> 'pending'::text) EXECUTE FUNCTION refuse_move('send_state');
CREATE TRIGGER refund_request_send_state_moves BEFORE UPDATE OF send_state ON refund_request FOR EACH ROW WHEN (old.send_state IS DISTINCT FROM new.send_state AND (((old.send_state || '>'::text) || new.send_state) <> ALL ('{failed>not_needed,failed>requested,requested>not_needed,requested>sending,sending>failed,sending>requested,sending>sent,sending>unknown,unknown>sending}'::text[]))) EXECUTE FUNCTION refuse_move('send_state');
CREATE TRIGGER refund_request_state_moves BEFORE UPDATE OF state ON refund_request FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{accepted>completed,pending>accepted,pending>completed,pending>rejected,pending>withdrawn,rejected>accepted}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on refund_request to quayside_app;

--- table refund_request_line
create table refund_request_line (
  workplace_id uuid not null,
  refund_request_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  quantity integer not null,
  constraint refund_request_line_pkey PRIMARY KEY (workplace_id, refund_request_id, line_id),
  constraint refund_request_line_workplace_id_refund_request_id_fkey FOREIGN KEY (workplace_id, refund_request_id) REFERENCES refund_request(workplace_id, refund_request_id),
  constraint refund_request_line_quantity_check CHECK (quantity > 0)
);
CREATE INDEX refund_request_line_of ON refund_request_line USING btree (workplace_id, order_id);
alter table refund_request_line enable row level security;
alter table refund_request_line force row level security;
create policy tenant on refund_request_line for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on refund_request_line to quayside_app;

--- table refund_request_photo
create table refund_request_photo (
  workplace_id uuid not null,
  refund_request_id uuid not null,
  file_id uuid not null,
  order_id uuid not null,
  constraint refund_request_photo_pkey PRIMARY KEY (workplace_id, refund_request_id, file_id),
  constraint refund_request_photo_workplace_id_refund_request_id_fkey FOREIGN KEY (workplace_id, refund_request_id) REFERENCES refund_request(workplace_id, refund_request_id)
);
CREATE INDEX refund_request_photo_of ON refund_request_photo USING btree (workplace_id, order_id);
alter table refund_request_photo enable row level security;
alter table refund_request_photo force row level security;
create policy tenant on refund_request_photo for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on refund_request_photo to quayside_app;

--- table restore_check
create table restore_check (
  workplace_id uuid not null,
  connection_id uuid not null,
  restored_at timestamp(3) with time zone not null,
  checked_at timestamp(3) with time zone not null,
  constraint restore_check_pkey PRIMARY KEY (workplace_id, connection_id)
);
alter table restore_check enable row level security;
alter table restore_check force row level security;
create policy tenant on restore_check for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on restore_check to quayside_app;

--- table return_address
create table return_address (
  workplace_id uuid not null,
  return_address_id uuid not null,
  store_id uuid,
  source text,
  address jsonb not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint return_address_pkey PRIMARY KEY (workplace_id, return_address_id),
  constraint return_address_check CHECK (store_id IS NULL OR source IS NULL)
);
CREATE UNIQUE INDEX return_address_one ON return_address USING btree (workplace_id, COALESCE(store_id::text, ''::text), COALESCE(source, ''::text));
alter table return_address enable row level security;
alter table return_address force row level security;
create policy tenant on return_address for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON return_address REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'return_address_id', 'return_address_id', 'return_address_id store_id source updated_at');
CREATE TRIGGER audited_insert AFTER INSERT ON return_address REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'return_address_id', 'return_address_id', 'return_address_id store_id source updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON return_address REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'return_address_id', 'return_address_id', 'return_address_id store_id source updated_at');
grant delete, insert, select, update on return_address to quayside_app;

--- table return_setting
create table return_setting (
  workplace_id uuid not null,
  window_days integer not null,
  send_back_days integer not null,
  keep_below bigint,
  keep_currency text,
  instructions text default ''::text not null,
  restocking_percent integer default 0 not null,
  constraint return_setting_pkey PRIMARY KEY (workplace_id),
  constraint return_setting_keep_below_check CHECK (keep_below >= 0),
  constraint return_setting_restocking_percent_check CHECK (restocking_percent >= 0 AND restocking_percent <= 100),
  constraint return_setting_send_back_days_check CHECK (send_back_days > 0),
  constraint return_setting_window_days_check CHECK (window_days > 0)
);
alter table return_setting enable row level security;
alter table return_setting force row level security;
create policy tenant on return_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON return_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'workplace_id', 'workplace_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON return_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'workplace_id', 'workplace_id', '');
grant delete, insert, select, update on return_setting to quayside_app;

--- table return_store_setting
create table return_store_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  window_days integer not null,
  send_back_days integer not null,
  keep_below bigint,
  keep_currency text,
  instructions text default ''::text not null,
  restocking_percent integer default 0 not null,
  constraint return_store_setting_pkey PRIMARY KEY (workplace_id, store_id),
  constraint return_store_setting_keep_below_check CHECK (keep_below >= 0),
  constraint return_store_setting_restocking_percent_check CHECK (restocking_percent >= 0 AND restocking_percent <= 100),
  constraint return_store_setting_send_back_days_check CHECK (send_back_days > 0),
  constraint return_store_setting_window_days_check CHECK (window_days > 0)
);
alter table return_store_setting enable row level security;
alter table return_store_setting force row level security;
create policy tenant on return_store_setting for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON return_store_setting REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'store_id', 'store_id', 'store_id');
CREATE TRIGGER audited_insert AFTER INSERT ON return_store_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'store_id', 'store_id', 'store_id');
CREATE TRIGGER audited_update AFTER UPDATE ON return_store_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('return_setting', 'store_id', 'store_id', 'store_id');
grant delete, insert, select, update on return_store_setting to quayside_app;

--- table sales_order
create table sales_order (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  mode text not null,
  external_order_id text not null,
  name text not null,
  placed_at timestamp(3) with time zone not null,
  store_updated_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone not null,
  currency text not null,
  subtotal bigint not null,
  shipping_total bigint not null,
  tax_total bigint not null,
  discount_total bigint not null,
  total bigint not null,
  financial_status text not null,
  fulfillment_status text not null,
  placement_status text not null,
  payment_status text default 'pending'::text not null,
  tab text generated always as (
CASE
    WHEN archived_at IS NOT NULL OR cancelled_at IS NOT NULL THEN 'archived'::text
    WHEN fulfillment_status = 'fulfilled'::text THEN 'fulfilled'::text
    ELSE 'unfulfilled'::text
END) stored,
  customer_name text,
  customer_email text,
  ship_country text,
  address jsonb default '{}'::jsonb not null,
  address_edit jsonb,
  shipping_method_title text,
  note text,
  mark text default 'none'::text not null,
  public_tracking_id text not null,
  problems jsonb default '[]'::jsonb not null,
  cost bigint,
  cost_currency text,
  cost_is_whole boolean default false not null,
  cancelled_at timestamp(3) with time zone,
  cancelled_by text,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  expected_shipping bigint,
  expected_currency text,
  expected_for text,
  payment_method text,
  pays_on_delivery boolean default false not null,
  erased_at timestamp(3) with time zone,
  fee_total bigint default 0 not null,
  store_check_skipped_until timestamp with time zone,
  tax_included boolean default false not null,
  unpaid_accepted_until timestamp with time zone,
  archive_edit text,
  is_manual boolean default false not null,
  tags text[] default '{}'::text[] not null,
  staff_notes jsonb default '[]'::jsonb not null,
  is_sample boolean default false not null,
  is_exchange boolean default false not null,
  request_key text,
  customer_locale text,
  constraint sales_order_pkey PRIMARY KEY (workplace_id, order_id),
  constraint sales_order_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id),
  constraint sales_order_archive_edit_check CHECK (archive_edit = ANY (ARRAY['archived'::text, 'open'::text])),
  constraint sales_order_cancelled_by_check CHECK (cancelled_by = ANY (ARRAY['channel'::text, 'source'::text, 'deletion'::text])),
  constraint sales_order_check CHECK (NOT is_sample OR is_manual),
  constraint sales_order_check1 CHECK (NOT is_exchange OR is_manual AND NOT is_sample),
  constraint sales_order_fulfillment_status_check CHECK (fulfillment_status = ANY (ARRAY['unfulfilled'::text, 'in_progress'::text, 'partially_fulfilled'::text, 'fulfilled'::text])),
  constraint sales_order_mark_check CHECK (mark = ANY (ARRAY['none'::text, 'grey'::text, 'green'::text, 'red'::text])),
  constraint sales_order_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint sales_order_payment_status_check CHECK (payment_status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'partially_paid'::text, 'paid'::text])),
  constraint sales_order_placement_status_check CHECK (placement_status = ANY (ARRAY['ready'::text, 'needs_attention'::text, 'unmapped'::text, 'placing'::text, 'placed'::text, 'nothing_to_place'::text]))
);
CREATE UNIQUE INDEX sales_order_external ON sales_order USING btree (workplace_id, store_id, external_order_id);
CREATE INDEX sales_order_manual ON sales_order USING btree (workplace_id, store_id) WHERE is_manual;
CREATE INDEX sales_order_open_payment ON sales_order USING btree (workplace_id, payment_status, placed_at DESC, order_id DESC) WHERE payment_status <> 'paid'::text;
CREATE INDEX sales_order_open_placement ON sales_order USING btree (workplace_id, placement_status, placed_at DESC, order_id DESC) WHERE placement_status <> ALL (ARRAY['placed'::text, 'nothing_to_place'::text]);
CREATE INDEX sales_order_recent ON sales_order USING btree (workplace_id, placed_at DESC, order_id DESC);
CREATE UNIQUE INDEX sales_order_request ON sales_order USING btree (workplace_id, store_id, request_key) WHERE request_key IS NOT NULL;
CREATE INDEX sales_order_sample ON sales_order USING btree (workplace_id, placed_at DESC, order_id DESC) WHERE is_sample;
CREATE INDEX sales_order_store_tab ON sales_order USING btree (workplace_id, store_id, tab, placed_at DESC, order_id DESC);
CREATE INDEX sales_order_tab ON sales_order USING btree (workplace_id, tab, placed_at DESC, order_id DESC);
alter table sales_order enable row level security;
alter table sales_order force row level security;
create policy tenant on sales_order for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_update AFTER UPDATE ON sales_order REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order', 'order_id', 'name', 'tab problems read_at store_updated_at cost cost_is_whole cost_currency archive_edit is_manual is_sample is_exchange request_key');
CREATE TRIGGER sales_order_added AFTER INSERT ON sales_order REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_orders();
CREATE TRIGGER sales_order_contacts_added AFTER INSERT ON sales_order FOR EACH ROW EXECUTE FUNCTION keep_order_contacts();
CREATE TRIGGER sales_order_contacts_changed AFTER UPDATE OF customer_email, address, address_edit ON sales_order FOR EACH ROW WHEN (new.customer_email IS DISTINCT FROM old.customer_email OR new.address IS DISTINCT FROM old.address OR new.address_edit IS DISTINCT FROM old.address_edit) EXECUTE FUNCTION keep_order_contacts();
CREATE TRIGGER sales_order_moved AFTER UPDATE ON sales_order FOR EACH ROW WHEN (old.tab IS DISTINCT FROM new.tab) EXECUTE FUNCTION count_moved_order();
CREATE TRIGGER sales_order_removed AFTER DELETE ON sales_order FOR EACH ROW EXECUTE FUNCTION count_moved_order();
grant delete, insert, select, update on sales_order to quayside_app;

--- table sample_address
create table sample_address (
  workplace_id uuid not null,
  address jsonb not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint sample_address_pkey PRIMARY KEY (workplace_id)
);
alter table sample_address enable row level security;
alter table sample_address force row level security;
create policy tenant on sample_address for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON sample_address REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'workplace_id', 'workplace_id', 'address updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON sample_address REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'workplace_id', 'workplace_id', 'address updated_at');
grant delete, insert, select, update on sample_address to quayside_app;

--- table saved_page
create table saved_page (
  workplace_id uuid not null,
  saved_page_id uuid not null,
  address text not null,
  address_hash bytea not null,
  title text not null,
  image_url text,
  price bigint,
  currency text,
  saved_at timestamp(3) with time zone not null,
  constraint saved_page_pkey PRIMARY KEY (workplace_id, saved_page_id),
  constraint saved_page_workplace_id_address_hash_key UNIQUE (workplace_id, address_hash),
  constraint saved_page_check CHECK ((price IS NULL) = (currency IS NULL))
);
CREATE INDEX saved_page_newest ON saved_page USING btree (workplace_id, saved_at DESC, saved_page_id DESC);
alter table saved_page enable row level security;
alter table saved_page force row level security;
create policy tenant on saved_page for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON saved_page REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('saved_page', 'saved_page_id', 'title', 'address_hash saved_at');
CREATE TRIGGER audited_insert AFTER INSERT ON saved_page REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('saved_page', 'saved_page_id', 'title', 'address_hash saved_at');
CREATE TRIGGER audited_update AFTER UPDATE ON saved_page REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('saved_page', 'saved_page_id', 'title', 'address_hash saved_at');
grant delete, insert, select, update on saved_page to quayside_app;

--- table schedule_page
create table schedule_page (
  schedule text not null,
  last_id uuid not null,
  done_id uuid not null,
  claimed_until timestamp(3) with time zone not null,
  constraint schedule_page_pkey PRIMARY KEY (schedule, last_id)
);
grant delete, insert, select, update on schedule_page to quayside_app;

--- table schedule_round
create table schedule_round (
  schedule text not null,
  after_id uuid,
  constraint schedule_round_pkey PRIMARY KEY (schedule)
);
grant delete, insert, select, update on schedule_round to quayside_app;

--- table schema_migrations
create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp(3) with time zone default now() not null,
  oldest_version text,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);
grant select on schema_migrations to quayside_app;

--- table session_code
create table session_code (
  token_hash bytea not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  constraint session_code_pkey PRIMARY KEY (token_hash),
  constraint session_code_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES session_token(token_hash) ON DELETE CASCADE
);
grant delete, insert, select, update on session_code to quayside_app;

--- table session_token
create table session_token (
  token_hash bytea not null,
  account_id uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_seen_at timestamp with time zone default now() not null,
  user_agent text default ''::text not null,
  ip text default ''::text not null,
  session_id uuid default gen_random_uuid() not null,
  confirmed_at timestamp with time zone,
  by_sandbox boolean default false not null,
  constraint session_token_pkey PRIMARY KEY (token_hash),
  constraint session_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX session_token_account ON session_token USING btree (account_id);
CREATE UNIQUE INDEX session_token_id ON session_token USING btree (session_id);
grant delete, insert, select, update on session_token to quayside_app;

--- table shipment
create table shipment (
  workplace_id uuid not null,
  shipment_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  supplier_order_id uuid,
  source text,
  source_order_no text,
  remote_parcel_id text not null,
  carrier text,
  tracking_number text collate "C" not null,
  tracking_url text,
  state text not null,
  report_state text not null,
  report_error text,
  report_params jsonb,
  external_fulfillment_id text,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  shipped_at timestamp with time zone default now() not null,
  delivered_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  look_again boolean default false not null,
  told jsonb,
  told_at timestamp(3) with time zone,
  telling jsonb,
  same_items_as uuid,
  state_since timestamp(3) with time zone default now() not null,
  last_event_at timestamp(3) with time zone,
  carrier_country text,
  destination text,
  shipping_method text,
  constraint shipment_pkey PRIMARY KEY (workplace_id, shipment_id),
  constraint shipment_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id),
  constraint shipment_carrier_country_check CHECK (carrier_country ~ '^[A-Z]{2}$'::text),
  constraint shipment_report_state_check CHECK (report_state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'sent'::text, 'failed'::text, 'not_needed'::text])),
  constraint shipment_state_check CHECK (state = ANY (ARRAY['not_found'::text, 'info_received'::text, 'in_transit'::text, 'available_for_pickup'::text, 'out_for_delivery'::text, 'delivered'::text, 'expired'::text, 'delivery_failure'::text, 'exception'::text]))
);
CREATE INDEX shipment_changed ON shipment USING btree (workplace_id, updated_at);
CREATE INDEX shipment_delivery_days ON shipment USING btree (workplace_id, source, destination, delivered_at DESC) WHERE state = 'delivered'::text;
CREATE INDEX shipment_number ON shipment USING btree (workplace_id, tracking_number);
CREATE INDEX shipment_on_its_way ON shipment USING btree (workplace_id, shipment_id) WHERE state <> 'delivered'::text;
CREATE UNIQUE INDEX shipment_once ON shipment USING btree (workplace_id, order_id, supplier_order_id, remote_parcel_id) NULLS NOT DISTINCT;
CREATE INDEX shipment_report ON shipment USING btree (workplace_id, next_attempt_at) WHERE report_state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text]);
CREATE INDEX shipment_state ON shipment USING btree (workplace_id, state, shipment_id DESC);
alter table shipment enable row level security;
alter table shipment force row level security;
create policy tenant on shipment for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER shipment_report_state_moves BEFORE UPDATE OF report_state ON shipment FOR EACH ROW WHEN (old.report_state IS DISTINCT FROM new.report_state AND (((old.report_state || '>'::text) || new.report_state) <> ALL ('{failed>waiting,not_needed>waiting,sending>failed,sending>not_needed,sending>sent,sending>unknown,sending>waiting,sent>waiting,unknown>sending,waiting>sending}'::text[]))) EXECUTE FUNCTION refuse_move('report_state');
CREATE TRIGGER shipment_state_moves BEFORE UPDATE OF state ON shipment FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{available_for_pickup>delivered,available_for_pickup>delivery_failure,available_for_pickup>exception,available_for_pickup>expired,available_for_pickup>in_transit,available_for_pickup>info_received,available_for_pickup>out_for_delivery,delivery_failure>available_for_pickup,delivery_failure>delivered,delivery_failure>exception,delivery_failure>expired,delivery_failure>in_transit,delivery_failure>info_received,delivery_failure>out_for_delivery,exception>available_for_pickup,exception>delivered,exception>delivery_failure,exception>expired,exception>in_transit,exception>info_received,exception>out_for_delivery,expired>available_for_pickup,expired>delivered,expired>delivery_failure,expired>exception,expired>in_transit,expired>info_received,expired>out_for_delivery,in_transit>available_for_pickup,in_transit>delivered,in_transit>delivery_failure,in_transit>exception,in_transit>expired,in_transit>info_received,in_transit>out_for_delivery,info_received>available_for_pickup,info_received>delivered,info_received>delivery_failure,info_received>exception,info_received>expired,info_received>in_transit,info_received>out_for_delivery,not_found>available_for_pickup,not_found>delivered,not_found>delivery_failure,not_found>exception,not_found>expired,not_found>in_transit,not_found>info_received,not_found>out_for_delivery,out_for_delivery>available_for_pickup,out_for_delivery>delivered,out_for_delivery>delivery_failure,out_for_delivery>exception,out_for_delivery>expired,out_for_delivery>in_transit,out_for_delivery>info_received}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on shipment to quayside_app;

--- table shipment_alarm
create table shipment_alarm (
  workplace_id uuid not null,
  alarm_id uuid not null,
  kind text not null,
  state text not null,
  order_id uuid not null,
  store_id uuid not null,
  subject_id uuid not null,
  shipment_id uuid,
  params jsonb default '{}'::jsonb not null,
  opened_at timestamp(3) with time zone default now() not null,
  closed_at timestamp(3) with time zone,
  constraint shipment_alarm_pkey PRIMARY KEY (workplace_id, alarm_id),
  constraint shipment_alarm_kind_check CHECK (kind = ANY (ARRAY['no_number'::text, 'no_scan'::text, 'no_movement'::text, 'wrong_country'::text, 'delivery_problem'::text, 'pickup_ending'::text, 'claim_ending'::text])),
  constraint shipment_alarm_state_check CHECK (state = ANY (ARRAY['open'::text, 'dismissed'::text, 'closed'::text]))
);
CREATE UNIQUE INDEX shipment_alarm_one ON shipment_alarm USING btree (workplace_id, subject_id, kind) WHERE state <> 'closed'::text;
CREATE INDEX shipment_alarm_open ON shipment_alarm USING btree (workplace_id, alarm_id DESC) WHERE state = 'open'::text;
alter table shipment_alarm enable row level security;
alter table shipment_alarm force row level security;
create policy tenant on shipment_alarm for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER shipment_alarm_state_moves BEFORE UPDATE OF state ON shipment_alarm FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{dismissed>closed,open>closed,open>dismissed}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on shipment_alarm to quayside_app;

--- table shipment_event
create table shipment_event (
  workplace_id uuid not null,
  shipment_id uuid not null,
  event_key text not null,
  at timestamp with time zone not null,
  state text not null,
  description text not null,
  location text,
  source text,
  constraint shipment_event_pkey PRIMARY KEY (workplace_id, shipment_id, event_key),
  constraint shipment_event_workplace_id_shipment_id_fkey FOREIGN KEY (workplace_id, shipment_id) REFERENCES shipment(workplace_id, shipment_id)
);
alter table shipment_event enable row level security;
alter table shipment_event force row level security;
create policy tenant on shipment_event for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on shipment_event to quayside_app;

--- table shipment_line
create table shipment_line (
  workplace_id uuid not null,
  shipment_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  told_quantity integer default 0 not null,
  pieces_per_unit integer default 1 not null,
  units integer,
  constraint shipment_line_pkey PRIMARY KEY (workplace_id, shipment_id, line_id),
  constraint shipment_line_workplace_id_shipment_id_fkey FOREIGN KEY (workplace_id, shipment_id) REFERENCES shipment(workplace_id, shipment_id),
  constraint shipment_line_pieces_per_unit_check CHECK (pieces_per_unit >= 1 AND pieces_per_unit <= 99),
  constraint shipment_line_told_quantity_check CHECK (told_quantity >= 0),
  constraint shipment_line_units_check CHECK (units >= 0)
);
alter table shipment_line enable row level security;
alter table shipment_line force row level security;
create policy tenant on shipment_line for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on shipment_line to quayside_app;

--- table shopper_mail
create table shopper_mail (
  workplace_id uuid not null,
  mail_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  shipment_id uuid,
  kind text not null,
  state text default 'waiting'::text not null,
  reason text,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  sent_at timestamp(3) with time zone,
  queued_at timestamp with time zone default now() not null,
  return_id uuid,
  constraint shopper_mail_pkey PRIMARY KEY (workplace_id, mail_id),
  constraint shopper_mail_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id),
  constraint shopper_mail_kind_check CHECK (kind = ANY (ARRAY['shipped'::text, 'out_for_delivery'::text, 'delivered'::text, 'problem'::text, 'return_approved'::text, 'return_rejected'::text, 'return_refunded'::text])),
  constraint shopper_mail_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'kept'::text, 'unsubscribed'::text, 'dropped'::text])),
  constraint shopper_mail_subject CHECK ((shipment_id IS NULL) <> (return_id IS NULL))
);
CREATE UNIQUE INDEX shopper_mail_once ON shopper_mail USING btree (workplace_id, shipment_id, kind);
CREATE INDEX shopper_mail_open ON shopper_mail USING btree (workplace_id, queued_at) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text]);
CREATE INDEX shopper_mail_order ON shopper_mail USING btree (workplace_id, order_id);
CREATE UNIQUE INDEX shopper_mail_return ON shopper_mail USING btree (workplace_id, return_id, kind) WHERE return_id IS NOT NULL;
CREATE INDEX shopper_mail_store_recent ON shopper_mail USING btree (workplace_id, store_id, mail_id DESC);
alter table shopper_mail enable row level security;
alter table shopper_mail force row level security;
create policy tenant on shopper_mail for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER shopper_mail_state_moves BEFORE UPDATE OF state ON shopper_mail FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{sending>dropped,sending>failed,sending>kept,sending>sent,sending>unsubscribed,sending>waiting,waiting>sending}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on shopper_mail to quayside_app;

--- table shopper_mail_setting
create table shopper_mail_setting (
  workplace_id uuid not null,
  shipped_since timestamp(3) with time zone,
  out_for_delivery_since timestamp(3) with time zone,
  delivered_since timestamp(3) with time zone,
  problem_since timestamp(3) with time zone,
  sender_name text,
  reply_to text,
  language text not null,
  constraint shopper_mail_setting_pkey PRIMARY KEY (workplace_id)
);
alter table shopper_mail_setting enable row level security;
alter table shopper_mail_setting force row level security;
create policy tenant on shopper_mail_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON shopper_mail_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'workplace_id', 'workplace_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON shopper_mail_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'workplace_id', 'workplace_id', '');
grant delete, insert, select, update on shopper_mail_setting to quayside_app;

--- table shopper_mail_store
create table shopper_mail_store (
  workplace_id uuid not null,
  store_id uuid not null,
  hash_key jsonb not null,
  is_own boolean default false not null,
  shipped_since timestamp(3) with time zone,
  out_for_delivery_since timestamp(3) with time zone,
  delivered_since timestamp(3) with time zone,
  problem_since timestamp(3) with time zone,
  sender_name text,
  reply_to text,
  language text,
  constraint shopper_mail_store_pkey PRIMARY KEY (workplace_id, store_id),
  constraint shopper_mail_store_check CHECK (NOT is_own OR language IS NOT NULL)
);
alter table shopper_mail_store enable row level security;
alter table shopper_mail_store force row level security;
create policy tenant on shopper_mail_store for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON shopper_mail_store REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'store_id', 'store_id', 'hash_key');
CREATE TRIGGER audited_update AFTER UPDATE ON shopper_mail_store REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'store_id', 'store_id', 'hash_key');
grant delete, insert, select, update on shopper_mail_store to quayside_app;

--- table shopper_unsubscribe
create table shopper_unsubscribe (
  workplace_id uuid not null,
  store_id uuid not null,
  address_hash text not null,
  at timestamp(3) with time zone default now() not null,
  constraint shopper_unsubscribe_pkey PRIMARY KEY (workplace_id, store_id, address_hash)
);
alter table shopper_unsubscribe enable row level security;
alter table shopper_unsubscribe force row level security;
create policy tenant on shopper_unsubscribe for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on shopper_unsubscribe to quayside_app;

--- table social_attempt
create table social_attempt (
  state_hash bytea not null,
  provider text not null,
  kept jsonb not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint social_attempt_pkey PRIMARY KEY (state_hash)
);
grant delete, insert, select, update on social_attempt to quayside_app;

--- table social_identity
create table social_identity (
  provider text not null,
  subject text not null,
  account_id uuid not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  constraint social_identity_pkey PRIMARY KEY (provider, subject),
  constraint social_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX social_identity_account ON social_identity USING btree (account_id);
grant delete, insert, select, update on social_identity to quayside_app;

--- table source_category
create table source_category (
  source text not null,
  category_id text not null,
  parent_id text,
  name text not null,
  "position" integer default 0 not null,
  constraint source_category_pkey PRIMARY KEY (source, category_id)
);
grant delete, insert, select, update on source_category to quayside_app;

--- table source_product
create table source_product (
  source_key uuid not null,
  source text not null,
  mode text not null,
  source_product_id text not null,
  title text storage main not null,
  category_id text,
  category_path text[] storage main default '{}'::text[] not null,
  image_urls text[] storage main default '{}'::text[] not null,
  cost_from bigint not null,
  cost_to bigint not null,
  currency text default 'USD'::text not null,
  rsp bigint,
  suggested bigint not null,
  rating real,
  reviews_count integer,
  order_volume integer,
  listings_count integer,
  ship_countries text[] storage main default '{}'::text[] not null,
  total_variants integer default 1 not null,
  store_name text,
  product_url text storage main,
  detail_status text default 'none'::text not null,
  detail jsonb storage external,
  seen_at timestamp with time zone default now() not null,
  detail_seen_at timestamp with time zone,
  search tsvector storage main generated always as (source_words(title, category_path, category_id, source_price_band(cost_from))) stored,
  volume_order integer generated always as (COALESCE(order_volume, '-1'::integer)) stored not null,
  price_band smallint generated always as (source_price_band(cost_from)) stored not null,
  made_in text,
  ships_from text[] storage main,
  free_shipping_to text[] storage main,
  fastest_us_days integer,
  trending boolean,
  constraint source_product_pkey PRIMARY KEY (source_key),
  constraint source_product_source_mode_source_product_id_key UNIQUE (source, mode, source_product_id),
  constraint source_product_detail_status_check CHECK (detail_status = ANY (ARRAY['none'::text, 'partial'::text, 'full'::text])),
  constraint source_product_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
alter table source_product set (toast_tuple_target=512);
alter table source_product alter column search set statistics 1000;
CREATE INDEX source_product_category_cost ON source_product USING btree (mode, category_id, cost_from, source_key);
CREATE INDEX source_product_cost ON source_product USING btree (mode, cost_from, source_key);
CREATE INDEX source_product_fastest_us ON source_product USING btree (mode, volume_order, source_key) WHERE ships_from @> '{US}'::text[] AND COALESCE(fastest_us_days, 0) <= 3;
CREATE INDEX source_product_free_us ON source_product USING btree (mode, volume_order, source_key) WHERE free_shipping_to @> '{US}'::text[];
CREATE INDEX source_product_made_us ON source_product USING btree (mode, volume_order, source_key) WHERE made_in = 'US'::text;
CREATE INDEX source_product_search ON source_product USING gin (search);
CREATE INDEX source_product_trending ON source_product USING btree (mode, volume_order, source_key) WHERE trending OR order_volume > 10000;
CREATE INDEX source_product_volume ON source_product USING btree (mode, volume_order, source_key);
grant delete, insert, select, update on source_product to quayside_app;

--- table source_question
create table source_question (
  source text not null,
  mode text not null,
  kind text not null,
  question text not null,
  asked_at timestamp with time zone default now() not null,
  answered_at timestamp with time zone,
  progress jsonb,
  error_key text,
  constraint source_question_pkey PRIMARY KEY (source, mode, kind, question),
  constraint source_question_kind_check CHECK (kind = ANY (ARRAY['search'::text, 'feed'::text, 'categories'::text]))
);
grant delete, insert, select, update on source_question to quayside_app;

--- table source_quote
create table source_quote (
  source text not null,
  mode text not null,
  asked_as text not null,
  question text not null,
  options jsonb not null,
  quoted_at timestamp with time zone not null,
  constraint source_quote_pkey PRIMARY KEY (source, mode, asked_as, question)
);
CREATE INDEX source_quote_old ON source_quote USING btree (quoted_at);
grant delete, insert, select, update on source_quote to quayside_app;

--- table source_shipping
create table source_shipping (
  zone_id integer not null,
  source_key uuid not null,
  price_band smallint not null,
  shipping_cost bigint not null,
  profit bigint not null,
  days_min integer,
  days_max integer,
  category_id text,
  words tsvector,
  seen_at timestamp with time zone not null,
  constraint source_shipping_pkey PRIMARY KEY (source_key, zone_id) INCLUDE (profit),
  constraint source_shipping_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES source_zone(zone_id) ON DELETE CASCADE
);
alter table source_shipping set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX source_shipping_band ON source_shipping USING btree (zone_id, price_band, profit, source_key) INCLUDE (words);
CREATE INDEX source_shipping_category ON source_shipping USING btree (zone_id, category_id, profit, source_key);
CREATE INDEX source_shipping_cost ON source_shipping USING btree (zone_id, shipping_cost, source_key);
CREATE INDEX source_shipping_days ON source_shipping USING btree (zone_id, days_min, source_key) WHERE days_min IS NOT NULL;
CREATE INDEX source_shipping_profit ON source_shipping USING btree (zone_id, profit, source_key);
grant delete, insert, select, update on source_shipping to quayside_app;

--- table source_view
create table source_view (
  workplace_id uuid not null,
  account_id uuid not null,
  mode text not null,
  source text not null,
  source_product_id text not null,
  viewed_at timestamp(3) with time zone default now() not null,
  constraint source_view_pkey PRIMARY KEY (workplace_id, account_id, mode, source, source_product_id),
  constraint source_view_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
CREATE INDEX source_view_old ON source_view USING btree (workplace_id, viewed_at);
CREATE INDEX source_view_recent ON source_view USING btree (workplace_id, account_id, mode, viewed_at DESC);
alter table source_view enable row level security;
alter table source_view force row level security;
create policy tenant on source_view for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on source_view to quayside_app;

--- table source_zone
create table source_zone (
  zone_id integer generated always as identity not null,
  source text not null,
  mode text not null,
  asked_as text not null,
  code text not null,
  is_learned boolean not null,
  countries text[] not null,
  seen_at timestamp with time zone not null,
  price_list text,
  constraint source_zone_pkey PRIMARY KEY (zone_id),
  constraint source_zone_source_mode_asked_as_code_key UNIQUE (source, mode, asked_as, code),
  constraint source_zone_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
grant delete, insert, select, update on source_zone to quayside_app;

--- table stock_location_list
create table stock_location_list (
  workplace_id uuid not null,
  store_id uuid not null,
  locations jsonb default '[]'::jsonb not null,
  constraint stock_location_list_pkey PRIMARY KEY (workplace_id, store_id),
  constraint stock_location_list_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table stock_location_list enable row level security;
alter table stock_location_list force row level security;
create policy tenant on stock_location_list for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on stock_location_list to quayside_app;

--- table stock_run
create table stock_run (
  workplace_id uuid not null,
  store_id uuid not null,
  run_id uuid not null,
  state text default 'running'::text not null,
  sources text[] not null,
  target text not null,
  after_listing uuid,
  after_variant text,
  former_target text,
  former_listing uuid,
  former_variant text,
  plan jsonb,
  moved integer default 0 not null,
  kept integer default 0 not null,
  failures integer default 0 not null,
  error_key text,
  error_params jsonb,
  holder uuid,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint stock_run_pkey PRIMARY KEY (workplace_id, store_id),
  constraint stock_run_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE,
  constraint stock_run_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))
);
alter table stock_run enable row level security;
alter table stock_run force row level security;
create policy tenant on stock_run for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER stock_run_state_moves BEFORE UPDATE OF state ON stock_run FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{running>done,running>failed,done>running,failed>running}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on stock_run to quayside_app;

--- table store
create table store (
  workplace_id uuid not null,
  store_id uuid not null,
  account_id uuid not null,
  platform text not null,
  platform_domain text not null,
  base_url text not null,
  mode text not null,
  status text not null,
  store_name text not null,
  currency text not null,
  country text,
  time_zone text,
  owner_name text,
  owner_email text,
  plan_name text,
  is_default boolean default false not null,
  scopes text[] default '{}'::text[] not null,
  missing_scopes text[] default '{}'::text[] not null,
  credentials jsonb not null,
  webhook_secret jsonb,
  orders_by text default 'polling'::text not null,
  orders_by_reason jsonb,
  last_webhook_at timestamp with time zone,
  last_polled_at timestamp with time zone,
  last_error jsonb,
  order_cursor jsonb,
  renewing_by uuid,
  renewing_until timestamp with time zone,
  metadata jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  keys_since timestamp with time zone default now() not null,
  access_ends_at timestamp with time zone,
  moving text,
  suspended_at timestamp with time zone,
  stock_location_id text,
  stock_location_name text,
  stock_location_state text default 'active'::text not null,
  constraint store_pkey PRIMARY KEY (workplace_id, store_id),
  constraint store_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint store_moving_check CHECK (moving = ANY (ARRAY['waiting'::text, 'closing'::text, 'carrying'::text])),
  constraint store_orders_by_check CHECK (orders_by = ANY (ARRAY['webhook'::text, 'polling'::text])),
  constraint store_status_check CHECK (status = ANY (ARRAY['active'::text, 'needs_reconnect'::text, 'uninstalled'::text])),
  constraint store_stock_location_state_check CHECK (stock_location_state = ANY (ARRAY['active'::text, 'inactive'::text, 'deleted'::text]))
);
CREATE UNIQUE INDEX store_one_default ON store USING btree (workplace_id) WHERE is_default;
alter table store enable row level security;
alter table store force row level security;
create policy tenant on store for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON store REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store', 'store_id', 'platform_domain', 'metadata last_webhook_at last_polled_at order_cursor stock_location_id stock_location_state');
CREATE TRIGGER audited_insert AFTER INSERT ON store REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store', 'store_id', 'platform_domain', 'metadata last_webhook_at last_polled_at order_cursor stock_location_id stock_location_state');
CREATE TRIGGER audited_update AFTER UPDATE ON store REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store', 'store_id', 'platform_domain', 'metadata last_webhook_at last_polled_at order_cursor stock_location_id stock_location_state');
grant delete, insert, select, update on store to quayside_app;

--- table store_bundle_part
create table store_bundle_part (
  workplace_id uuid not null,
  store_id uuid not null,
  external_variant_id text not null,
  choice integer not null,
  "position" integer not null,
  source text not null,
  mode text not null,
  source_product_id text not null,
  source_variant_id text not null,
  pieces integer not null,
  unit_cost bigint,
  constraint store_bundle_part_pkey PRIMARY KEY (workplace_id, store_id, external_variant_id, choice, "position"),
  constraint store_bundle_part_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id),
  constraint store_bundle_part_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint store_bundle_part_pieces_check CHECK (pieces >= 1 AND pieces <= 99)
);
CREATE INDEX store_bundle_part_source ON store_bundle_part USING btree (workplace_id, source, mode, source_product_id);
alter table store_bundle_part enable row level security;
alter table store_bundle_part force row level security;
create policy tenant on store_bundle_part for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on store_bundle_part to quayside_app;

--- table store_check
create table store_check (
  workplace_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  asked_at timestamp with time zone,
  answer text,
  asking_until timestamp with time zone,
  silent_since timestamp with time zone,
  silent_at timestamp with time zone,
  constraint store_check_pkey PRIMARY KEY (workplace_id, order_id),
  constraint store_check_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id) ON DELETE CASCADE,
  constraint store_check_answer_check CHECK (answer = ANY (ARRAY['open'::text, 'unpaid'::text, 'refunded'::text, 'cancelled'::text, 'deleted'::text]))
);
CREATE INDEX store_check_silent ON store_check USING btree (workplace_id, store_id, silent_at) WHERE silent_at IS NOT NULL;
alter table store_check enable row level security;
alter table store_check force row level security;
create policy tenant on store_check for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on store_check to quayside_app;

--- table store_collection
create table store_collection (
  workplace_id uuid not null,
  store_id uuid not null,
  external_id text not null,
  title text not null,
  parent_id text,
  is_assignable boolean not null,
  constraint store_collection_pkey PRIMARY KEY (workplace_id, store_id, external_id),
  constraint store_collection_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table store_collection enable row level security;
alter table store_collection force row level security;
create policy tenant on store_collection for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on store_collection to quayside_app;

--- table store_copy_setting
create table store_copy_setting (
  workplace_id uuid not null,
  store_id uuid not null,
  to_store_id uuid,
  collections boolean default false not null,
  store_values boolean default false not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint store_copy_setting_pkey PRIMARY KEY (workplace_id, store_id),
  constraint store_copy_setting_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table store_copy_setting enable row level security;
alter table store_copy_setting force row level security;
create policy tenant on store_copy_setting for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON store_copy_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_copy_setting', 'store_id', '', 'store_id updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON store_copy_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_copy_setting', 'store_id', '', 'store_id updated_at');
grant delete, insert, select, update on store_copy_setting to quayside_app;

--- table store_customs
create table store_customs (
  workplace_id uuid not null,
  store_id uuid not null,
  ioss text,
  declares text default 'supplier'::text not null,
  constraint store_customs_pkey PRIMARY KEY (workplace_id, store_id),
  constraint store_customs_declares_check CHECK (declares = ANY (ARRAY['supplier'::text, 'sale'::text]))
);
alter table store_customs enable row level security;
alter table store_customs force row level security;
create policy tenant on store_customs for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON store_customs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'store_id', 'store_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON store_customs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'store_id', 'store_id', '');
grant delete, insert, select, update on store_customs to quayside_app;

--- table store_directory
create table store_directory (
  store_id uuid not null,
  workplace_id uuid not null,
  account_id uuid not null,
  platform text not null,
  platform_domain text not null,
  mode text not null,
  webhook_key text not null,
  webhook_base text,
  active boolean default true not null,
  poll_seconds integer default 30 not null,
  next_poll_at timestamp with time zone default now() not null,
  webhooks_due_at timestamp with time zone,
  constraint store_directory_pkey PRIMARY KEY (store_id),
  constraint store_directory_webhook_key_key UNIQUE (webhook_key)
);
CREATE UNIQUE INDEX store_directory_domain ON store_directory USING btree (platform, platform_domain, mode) WHERE active;
CREATE INDEX store_directory_due ON store_directory USING btree (next_poll_at) WHERE active;
CREATE INDEX store_directory_webhooks_due ON store_directory USING btree (webhooks_due_at) WHERE webhooks_due_at IS NOT NULL;
CREATE INDEX store_directory_workplace ON store_directory USING btree (workplace_id, account_id);
grant delete, insert, select, update on store_directory to quayside_app;

--- table store_guard
create table store_guard (
  workplace_id uuid not null,
  store_id uuid not null,
  guards jsonb not null,
  constraint store_guard_pkey PRIMARY KEY (workplace_id, store_id)
);
alter table store_guard enable row level security;
alter table store_guard force row level security;
create policy tenant on store_guard for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON store_guard REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'store_id', 'store_id', '');
CREATE TRIGGER audited_insert AFTER INSERT ON store_guard REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'store_id', 'store_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON store_guard REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('order_setting', 'store_id', 'store_id', '');
grant delete, insert, select, update on store_guard to quayside_app;

--- table store_list
create table store_list (
  workplace_id uuid not null,
  store_id uuid not null,
  kind text not null,
  asked_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  fault text,
  fault_params jsonb default '{}'::jsonb not null,
  constraint store_list_pkey PRIMARY KEY (workplace_id, store_id, kind),
  constraint store_list_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id) ON DELETE CASCADE
);
alter table store_list enable row level security;
alter table store_list force row level security;
create policy tenant on store_list for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on store_list to quayside_app;

--- table store_migration
create table store_migration (
  workplace_id uuid not null,
  migration_id uuid not null,
  asked_by uuid not null,
  platform text not null,
  mode text not null,
  platform_domain text not null,
  state text not null,
  carried jsonb,
  error jsonb,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint store_migration_pkey PRIMARY KEY (workplace_id, migration_id),
  constraint store_migration_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint store_migration_state_check CHECK (state = ANY (ARRAY['asked'::text, 'agreed'::text, 'done'::text, 'refused'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX store_migration_once ON store_migration USING btree (workplace_id, platform, mode, platform_domain) WHERE state = ANY (ARRAY['asked'::text, 'agreed'::text]);
alter table store_migration enable row level security;
alter table store_migration force row level security;
create policy tenant on store_migration for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON store_migration REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_migration', 'migration_id', 'platform_domain', 'carried');
CREATE TRIGGER audited_update AFTER UPDATE ON store_migration REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_migration', 'migration_id', 'platform_domain', 'carried');
grant delete, insert, select, update on store_migration to quayside_app;

--- table store_move
create table store_move (
  account_id uuid not null,
  move_id uuid not null,
  store_id uuid not null,
  from_workplace uuid not null,
  to_workplace uuid not null,
  actor jsonb not null,
  platform text not null,
  platform_domain text not null,
  store_name text not null,
  mode text not null,
  state text not null,
  waits jsonb default '{}'::jsonb not null,
  prepared boolean default false not null,
  tally jsonb default '{}'::jsonb not null,
  total integer default 0 not null,
  carried integer default 0 not null,
  error jsonb,
  created_at timestamp(3) with time zone default now() not null,
  carrying_at timestamp(3) with time zone,
  changed_at timestamp(3) with time zone default now() not null,
  constraint store_move_pkey PRIMARY KEY (account_id, move_id),
  constraint store_move_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint store_move_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'carrying'::text, 'arriving'::text, 'tidying'::text, 'returning'::text, 'done'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX store_move_once ON store_move USING btree (account_id, store_id) WHERE state <> ALL (ARRAY['done'::text, 'failed'::text]);
CREATE INDEX store_move_recent ON store_move USING btree (account_id, created_at DESC);
alter table store_move enable row level security;
alter table store_move force row level security;
create policy tenant on store_move for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
CREATE TRIGGER audited_insert AFTER INSERT ON store_move REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_move', 'move_id', 'platform_domain', 'actor waits prepared tally total carried carrying_at');
CREATE TRIGGER audited_update AFTER UPDATE ON store_move REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_move', 'move_id', 'platform_domain', 'actor waits prepared tally total carried carrying_at');
grant delete, insert, select, update on store_move to quayside_app;

--- table store_move_name
create table store_move_name (
  account_id uuid not null,
  move_id uuid not null,
  kind text not null,
  from_id uuid not null,
  to_id uuid not null,
  revision integer,
  added boolean default false not null,
  counts boolean default false not null,
  constraint store_move_name_pkey PRIMARY KEY (account_id, move_id, kind, from_id),
  constraint store_move_name_kind_check CHECK (kind = ANY (ARRAY['product'::text, 'variant'::text, 'connection'::text]))
);
alter table store_move_name enable row level security;
alter table store_move_name force row level security;
create policy tenant on store_move_name for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on store_move_name to quayside_app;

--- table store_move_row
create table store_move_row (
  account_id uuid not null,
  move_id uuid not null,
  part text not null,
  row_no integer not null,
  left_from uuid not null,
  carried jsonb not null,
  constraint store_move_row_pkey PRIMARY KEY (account_id, move_id, part, row_no)
);
alter table store_move_row enable row level security;
alter table store_move_row force row level security;
create policy tenant on store_move_row for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on store_move_row to quayside_app;

--- table store_multiple
create table store_multiple (
  workplace_id uuid not null,
  store_id uuid not null,
  external_variant_id text not null,
  source text not null,
  mode text not null,
  source_product_id text not null,
  source_variant_id text not null,
  pieces integer not null,
  constraint store_multiple_pkey PRIMARY KEY (workplace_id, store_id, external_variant_id, source, mode, source_product_id, source_variant_id),
  constraint store_multiple_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id),
  constraint store_multiple_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint store_multiple_pieces_check CHECK (pieces >= 1 AND pieces <= 99)
);
alter table store_multiple enable row level security;
alter table store_multiple force row level security;
create policy tenant on store_multiple for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on store_multiple to quayside_app;

--- table store_override
create table store_override (
  workplace_id uuid not null,
  override_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  title text,
  description_html text,
  vendor text,
  product_type text,
  tags text[],
  seo_title text,
  seo_description text,
  status text,
  revision integer default 1 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint store_override_pkey PRIMARY KEY (workplace_id, override_id),
  constraint store_override_status_check CHECK (status = ANY (ARRAY['active'::text, 'draft'::text]))
);
CREATE INDEX store_override_in ON store_override USING btree (workplace_id, store_id);
CREATE UNIQUE INDEX store_override_of ON store_override USING btree (workplace_id, product_id, store_id);
alter table store_override enable row level security;
alter table store_override force row level security;
create policy tenant on store_override for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON store_override REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_override', 'override_id', 'override_id', 'revision updated_at');
CREATE TRIGGER audited_update AFTER UPDATE ON store_override REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('store_override', 'override_id', 'override_id', 'revision updated_at');
grant delete, insert, select, update on store_override to quayside_app;

--- table store_price
create table store_price (
  workplace_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  price bigint not null,
  compare_at_price bigint,
  currency text not null,
  rate text,
  rate_day date,
  updated_at timestamp(3) with time zone default now() not null,
  constraint store_price_pkey PRIMARY KEY (workplace_id, store_id, variant_id),
  constraint store_price_price_check CHECK (price >= 0)
);
CREATE INDEX store_price_of ON store_price USING btree (workplace_id, store_id, product_id);
alter table store_price enable row level security;
alter table store_price force row level security;
create policy tenant on store_price for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on store_price to quayside_app;

--- table stored_file
create table stored_file (
  workplace_id uuid not null,
  file_id uuid not null,
  hash text not null,
  kind text not null,
  bytes bigint not null,
  name text not null,
  order_id uuid,
  store_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  constraint stored_file_pkey PRIMARY KEY (workplace_id, file_id),
  constraint stored_file_bytes_check CHECK (bytes > 0),
  constraint stored_file_check CHECK ((order_id IS NULL) = (store_id IS NULL)),
  constraint stored_file_kind_check CHECK (kind = ANY (ARRAY['jpeg'::text, 'png'::text, 'webp'::text, 'pdf'::text, 'zip'::text, 'csv'::text, 'part'::text, 'history'::text]))
);
CREATE INDEX stored_file_hash ON stored_file USING btree (workplace_id, hash);
CREATE INDEX stored_file_of ON stored_file USING btree (workplace_id, order_id) WHERE order_id IS NOT NULL;
alter table stored_file enable row level security;
alter table stored_file force row level security;
create policy tenant on stored_file for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR store_id IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on stored_file to quayside_app;

--- table storefront
create table storefront (
  workplace_id uuid not null,
  store_id uuid not null,
  state text not null,
  asked_at timestamp(3) with time zone default now() not null,
  read_at timestamp(3) with time zone,
  info jsonb,
  problem jsonb,
  led_to text,
  constraint storefront_pkey PRIMARY KEY (workplace_id, store_id),
  constraint storefront_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id),
  constraint storefront_state_check CHECK (state = ANY (ARRAY['reading'::text, 'read'::text, 'failed'::text]))
);
alter table storefront enable row level security;
alter table storefront force row level security;
create policy tenant on storefront for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
grant delete, insert, select, update on storefront to quayside_app;

--- table supplier_connection
create table supplier_connection (
  workplace_id uuid not null,
  connection_id uuid not null,
  supplier text not null,
  label text not null,
  mode text not null,
  payer text not null,
  status text not null,
  credentials jsonb not null,
  webhook_secret jsonb,
  last_error jsonb,
  last_synced_at timestamp with time zone,
  renewing_by uuid,
  renewing_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  keys_since timestamp with time zone default now() not null,
  access_ends_at timestamp with time zone,
  suspended_at timestamp with time zone,
  poll_place jsonb,
  constraint supplier_connection_pkey PRIMARY KEY (workplace_id, connection_id),
  constraint supplier_connection_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint supplier_connection_payer_check CHECK (payer = ANY (ARRAY['wallet'::text, 'own-account'::text])),
  constraint supplier_connection_status_check CHECK (status = ANY (ARRAY['active'::text, 'needs_reconnect'::text, 'removed'::text]))
);
CREATE UNIQUE INDEX supplier_connection_one ON supplier_connection USING btree (workplace_id, supplier, mode) WHERE status <> 'removed'::text;
alter table supplier_connection enable row level security;
alter table supplier_connection force row level security;
create policy tenant on supplier_connection for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON supplier_connection REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('supplier', 'connection_id', 'label', 'last_synced_at poll_place');
CREATE TRIGGER audited_insert AFTER INSERT ON supplier_connection REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('supplier', 'connection_id', 'label', 'last_synced_at poll_place');
CREATE TRIGGER audited_update AFTER UPDATE ON supplier_connection REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('supplier', 'connection_id', 'label', 'last_synced_at poll_place');
grant delete, insert, select, update on supplier_connection to quayside_app;

--- table supplier_directory
create table supplier_directory (
  connection_id uuid not null,
  workplace_id uuid not null,
  account_id uuid not null,
  supplier text not null,
  mode text not null,
  webhook_key text not null,
  webhook_base text,
  active boolean default true not null,
  poll_seconds integer default 60 not null,
  next_poll_at timestamp with time zone default now() not null,
  constraint supplier_directory_pkey PRIMARY KEY (connection_id),
  constraint supplier_directory_webhook_key_key UNIQUE (webhook_key)
);
CREATE INDEX supplier_directory_due ON supplier_directory USING btree (next_poll_at) WHERE active;
CREATE INDEX supplier_directory_workplace ON supplier_directory USING btree (workplace_id, account_id);
grant delete, insert, select, update on supplier_directory to quayside_app;

--- table supplier_hold
create table supplier_hold (
  workplace_id uuid not null,
  hold_id uuid not null,
  source text not null,
  mode text not null,
  fault text not null,
  affected integer not null,
  checked integer not null,
  facts jsonb default '[]'::jsonb not null,
  state text default 'open'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint supplier_hold_pkey PRIMARY KEY (workplace_id, hold_id),
  constraint supplier_hold_fault_check CHECK (fault = ANY (ARRAY['cost_up'::text, 'cost_down'::text, 'stock'::text, 'vanished'::text, 'shipping_up'::text, 'shipping_down'::text, 'shipping_gone'::text])),
  constraint supplier_hold_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint supplier_hold_state_check CHECK (state = ANY (ARRAY['open'::text, 'released'::text, 'dismissed'::text, 'recovered'::text]))
);
CREATE UNIQUE INDEX supplier_hold_open ON supplier_hold USING btree (workplace_id, source, mode) WHERE state = 'open'::text;
alter table supplier_hold enable row level security;
alter table supplier_hold force row level security;
create policy tenant on supplier_hold for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_update AFTER UPDATE ON supplier_hold REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('supplier_hold', 'hold_id', 'source', 'hold_id facts mode created_at ended_at');
grant delete, insert, select, update on supplier_hold to quayside_app;

--- table supplier_order
create table supplier_order (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  connection_id uuid,
  supplier text not null,
  mode text not null,
  reference text not null,
  state text not null,
  pay_state text default 'unpaid'::text not null,
  payer text not null,
  source_order_no text,
  shipping_method text,
  shipping_quote jsonb,
  address jsonb not null,
  currency text default 'USD'::text not null,
  quoted_items bigint,
  quoted_shipping bigint,
  items_cost bigint,
  shipping_cost bigint,
  total_cost bigint,
  placement_id uuid not null,
  pay_automatically boolean default false not null,
  pay_process_id uuid,
  payment_reference text,
  pay_round integer default 0 not null,
  pay_amount bigint,
  payment_id text,
  remote_state text,
  error_key text,
  error_params jsonb,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  pay_attempts integer default 0 not null,
  pay_sent_at timestamp with time zone,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  synced_at timestamp with time zone,
  sync_process_id uuid,
  sync_state text,
  sync_error_key text,
  placed_at timestamp with time zone,
  paid_at timestamp with time zone,
  shipped_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  order_number text,
  store_id uuid,
  pay_notes jsonb default '{}'::jsonb not null,
  ask_first boolean default false not null,
  pay_requested_at timestamp with time zone,
  manual boolean default false not null,
  not_before timestamp with time zone,
  requested_by uuid,
  other_order_ids uuid[] default '{}'::uuid[] not null,
  shares jsonb,
  all_sent boolean default false not null,
  constraint supplier_order_pkey PRIMARY KEY (workplace_id, supplier_order_id),
  constraint supplier_order_workplace_id_connection_id_fkey FOREIGN KEY (workplace_id, connection_id) REFERENCES supplier_connection(workplace_id, connection_id),
  constraint supplier_order_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES sales_order(workplace_id, order_id),
  constraint supplier_order_cost_left CHECK (total_cost >= 0),
  constraint supplier_order_manual CHECK (manual = (connection_id IS NULL) AND (NOT manual OR (state = ANY (ARRAY['placed'::text, 'cancelled'::text])))),
  constraint supplier_order_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint supplier_order_open_payment CHECK (state = 'placed'::text OR (pay_state <> ALL (ARRAY['requested'::text, 'paying'::text, 'unknown'::text]))),
  constraint supplier_order_pay_state_check CHECK (pay_state = ANY (ARRAY['unpaid'::text, 'requested'::text, 'paying'::text, 'unknown'::text, 'paid'::text, 'failed'::text, 'refunded'::text])),
  constraint supplier_order_payer_check CHECK (payer = ANY (ARRAY['wallet'::text, 'own-account'::text])),
  constraint supplier_order_shares CHECK ((shares IS NULL) = (other_order_ids = '{}'::uuid[]) AND (shares IS NULL OR jsonb_array_length(shares) = (cardinality(other_order_ids) + 1))),
  constraint supplier_order_state_check CHECK (state = ANY (ARRAY['requested'::text, 'placing'::text, 'unknown'::text, 'placed'::text, 'failed'::text, 'cancelled'::text])),
  constraint supplier_order_sync_state_check CHECK (sync_state = ANY (ARRAY['processing'::text, 'success'::text, 'error'::text]))
);
CREATE INDEX supplier_order_cancelled_there ON supplier_order USING btree (workplace_id, supplier_order_id) WHERE state = 'placed'::text AND remote_state = 'cancelled'::text;
CREATE INDEX supplier_order_manual_number ON supplier_order USING btree (workplace_id, supplier, source_order_no) WHERE manual;
CREATE INDEX supplier_order_of ON supplier_order USING btree (workplace_id, order_id);
CREATE INDEX supplier_order_open ON supplier_order USING btree (workplace_id, next_attempt_at) WHERE (state = ANY (ARRAY['requested'::text, 'placing'::text, 'unknown'::text])) OR (pay_state = ANY (ARRAY['requested'::text, 'paying'::text, 'unknown'::text]));
CREATE INDEX supplier_order_others ON supplier_order USING gin (other_order_ids) WHERE other_order_ids <> '{}'::uuid[];
CREATE INDEX supplier_order_partly_sent ON supplier_order USING btree (workplace_id, supplier_order_id) WHERE state = 'placed'::text AND pay_state = 'paid'::text AND shipped_at IS NOT NULL AND NOT all_sent;
CREATE INDEX supplier_order_pay ON supplier_order USING btree (workplace_id, pay_state, supplier_order_id DESC) WHERE state = 'placed'::text;
CREATE INDEX supplier_order_pay_process ON supplier_order USING btree (workplace_id, pay_process_id) WHERE pay_process_id IS NOT NULL;
CREATE INDEX supplier_order_placement ON supplier_order USING btree (workplace_id, placement_id, supplier_order_id);
CREATE UNIQUE INDEX supplier_order_reference ON supplier_order USING btree (workplace_id, reference);
CREATE INDEX supplier_order_remote ON supplier_order USING btree (workplace_id, connection_id, source_order_no);
CREATE INDEX supplier_order_sync ON supplier_order USING btree (workplace_id, sync_process_id) WHERE sync_process_id IS NOT NULL;
CREATE INDEX supplier_order_to_ship ON supplier_order USING btree (workplace_id, supplier_order_id DESC) WHERE state = 'placed'::text AND pay_state = 'paid'::text AND shipped_at IS NULL;
alter table supplier_order enable row level security;
alter table supplier_order force row level security;
create policy tenant on supplier_order for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_insert AFTER INSERT ON supplier_order REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('supplier_order', 'supplier_order_id', 'reference', 'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts pay_requested_at manual all_sent supplier_order_id placement_id connection_id shipping_quote');
CREATE TRIGGER audited_update AFTER UPDATE ON supplier_order REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('supplier_order', 'supplier_order_id', 'reference', 'address sync_state sync_process_id synced_at sent_at pay_sent_at pay_attempts pay_requested_at manual all_sent supplier_order_id placement_id connection_id shipping_quote');
CREATE TRIGGER supplier_order_of_store BEFORE INSERT ON supplier_order FOR EACH ROW EXECUTE FUNCTION supplier_order_store();
CREATE TRIGGER supplier_order_pay_state_moves BEFORE UPDATE OF pay_state ON supplier_order FOR EACH ROW WHEN (old.pay_state IS DISTINCT FROM new.pay_state AND (((old.pay_state || '>'::text) || new.pay_state) <> ALL ('{failed>paid,failed>requested,paid>refunded,paying>failed,paying>paid,paying>requested,paying>unknown,paying>unpaid,requested>failed,requested>paid,requested>paying,requested>unpaid,unknown>paying,unpaid>failed,unpaid>paid,unpaid>requested}'::text[]))) EXECUTE FUNCTION refuse_move('pay_state');
CREATE TRIGGER supplier_order_state_moves BEFORE UPDATE OF state ON supplier_order FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{placed>cancelled,placing>cancelled,placing>failed,placing>placed,placing>requested,placing>unknown,requested>cancelled,requested>placing,unknown>placing}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on supplier_order to quayside_app;

--- table supplier_order_line
create table supplier_order_line (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  source_product_id text not null,
  source_variant_id text not null,
  sku text not null,
  quantity integer not null,
  unit_cost bigint,
  pieces_per_unit integer default 1 not null,
  constraint supplier_order_line_pkey PRIMARY KEY (workplace_id, supplier_order_id, line_id),
  constraint supplier_order_line_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_order(workplace_id, supplier_order_id),
  constraint supplier_order_line_pieces_per_unit_check CHECK (pieces_per_unit >= 1 AND pieces_per_unit <= 99)
);
CREATE INDEX supplier_order_line_of ON supplier_order_line USING btree (workplace_id, order_id, line_id);
alter table supplier_order_line enable row level security;
alter table supplier_order_line force row level security;
create policy tenant on supplier_order_line for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on supplier_order_line to quayside_app;

--- table supplier_quote
create table supplier_quote (
  workplace_id uuid not null,
  connection_id uuid not null,
  question text not null,
  ask jsonb not null,
  state text not null,
  options jsonb,
  stock jsonb,
  error_key text,
  error_params jsonb,
  order_ids uuid[] default '{}'::uuid[] not null,
  asked_at timestamp with time zone default now() not null,
  known_at timestamp with time zone,
  constraint supplier_quote_pkey PRIMARY KEY (workplace_id, connection_id, question),
  constraint supplier_quote_state_check CHECK (state = ANY (ARRAY['asking'::text, 'known'::text, 'failed'::text]))
);
CREATE INDEX supplier_quote_old ON supplier_quote USING btree (workplace_id, asked_at);
alter table supplier_quote enable row level security;
alter table supplier_quote force row level security;
create policy tenant on supplier_quote for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on supplier_quote to quayside_app;

--- table supplier_refund
create table supplier_refund (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  refund_ref text not null,
  order_id uuid not null,
  amount bigint not null,
  credited bigint not null,
  source text not null,
  refunded_at timestamp(3) with time zone,
  booked_at timestamp(3) with time zone default now() not null,
  constraint supplier_refund_pkey PRIMARY KEY (workplace_id, supplier_order_id, refund_ref),
  constraint supplier_refund_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_order(workplace_id, supplier_order_id),
  constraint supplier_refund_amount_check CHECK (amount > 0),
  constraint supplier_refund_check CHECK (credited >= 0 AND credited <= amount),
  constraint supplier_refund_source_check CHECK (source = ANY (ARRAY['supplier'::text, 'total'::text, 'operator'::text]))
);
CREATE INDEX supplier_refund_of ON supplier_refund USING btree (workplace_id, order_id);
alter table supplier_refund enable row level security;
alter table supplier_refund force row level security;
create policy tenant on supplier_refund for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER supplier_refund_cap BEFORE INSERT OR UPDATE OF credited ON supplier_refund FOR EACH ROW EXECUTE FUNCTION supplier_refund_cap();
grant delete, insert, select, update on supplier_refund to quayside_app;

--- table supplier_report
create table supplier_report (
  workplace_id uuid not null,
  report_id uuid not null,
  source text not null,
  mode text not null,
  costs integer not null,
  stocks integer not null,
  found integer not null,
  facts jsonb default '[]'::jsonb not null,
  not_before timestamp with time zone default now() not null,
  shipped integer default 0 not null,
  constraint supplier_report_pkey PRIMARY KEY (workplace_id, report_id),
  constraint supplier_report_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
CREATE INDEX supplier_report_of ON supplier_report USING btree (workplace_id, source, mode, report_id);
alter table supplier_report enable row level security;
alter table supplier_report force row level security;
create policy tenant on supplier_report for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on supplier_report to quayside_app;

--- table supplier_warehouses
create table supplier_warehouses (
  workplace_id uuid not null,
  connection_id uuid not null,
  state text not null,
  warehouses jsonb,
  error_key text,
  error_params jsonb,
  asked_at timestamp with time zone default now() not null,
  known_at timestamp with time zone,
  constraint supplier_warehouses_pkey PRIMARY KEY (workplace_id, connection_id),
  constraint supplier_warehouses_state_check CHECK (state = ANY (ARRAY['asking'::text, 'known'::text, 'failed'::text]))
);
alter table supplier_warehouses enable row level security;
alter table supplier_warehouses force row level security;
create policy tenant on supplier_warehouses for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on supplier_warehouses to quayside_app;

--- table topup
create table topup (
  account_id uuid not null,
  topup_id uuid not null,
  mode text not null,
  amount bigint not null,
  currency text default 'USD'::text not null,
  provider text not null,
  state text not null,
  provider_ref text,
  confirmation_url text,
  error_key text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  begun_in uuid,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  return_path text default '/app/setting/wallet'::text not null,
  constraint topup_pkey PRIMARY KEY (account_id, topup_id),
  constraint topup_amount_check CHECK (amount > 0),
  constraint topup_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint topup_state_check CHECK (state = ANY (ARRAY['requested'::text, 'unknown'::text, 'open'::text, 'paid'::text, 'expired'::text, 'failed'::text]))
);
CREATE INDEX topup_asked ON topup USING btree (account_id, next_attempt_at) WHERE state = ANY (ARRAY['requested'::text, 'unknown'::text]);
CREATE UNIQUE INDEX topup_provider ON topup USING btree (account_id, provider, provider_ref);
alter table topup enable row level security;
alter table topup force row level security;
create policy tenant on topup for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
CREATE TRIGGER audited_insert AFTER INSERT ON topup REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('topup', 'topup_id', 'provider', 'confirmation_url provider_ref sent_at');
CREATE TRIGGER topup_state_moves BEFORE UPDATE OF state ON topup FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{open>expired,open>paid,requested>failed,requested>open,requested>unknown,unknown>open,unknown>requested}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on topup to quayside_app;

--- table topup_check
create table topup_check (
  provider text not null,
  mode text not null,
  restored_at timestamp(3) with time zone not null,
  checked_at timestamp(3) with time zone not null,
  recovered integer not null,
  unmatched integer not null,
  constraint topup_check_pkey PRIMARY KEY (provider, mode),
  constraint topup_check_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text]))
);
grant delete, insert, select, update on topup_check to quayside_app;

--- table topup_claim
create table topup_claim (
  account_id uuid not null,
  topup_id uuid not null,
  amount bigint not null,
  frozen bigint default 0 not null,
  taken bigint default 0 not null,
  checks integer default 0 not null,
  changed_at timestamp(3) with time zone default now() not null,
  constraint topup_claim_pkey PRIMARY KEY (account_id, topup_id),
  constraint topup_claim_account_id_topup_id_fkey FOREIGN KEY (account_id, topup_id) REFERENCES topup(account_id, topup_id),
  constraint topup_claim_amount_check CHECK (amount > 0),
  constraint topup_claim_check CHECK ((frozen + taken) <= amount),
  constraint topup_claim_frozen_check CHECK (frozen >= 0),
  constraint topup_claim_taken_check CHECK (taken >= 0)
);
alter table topup_claim enable row level security;
alter table topup_claim force row level security;
create policy tenant on topup_claim for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on topup_claim to quayside_app;

--- table topup_directory
create table topup_directory (
  topup_id uuid not null,
  account_id uuid not null,
  provider text not null,
  provider_ref text,
  mode text not null,
  open boolean default true not null,
  next_check_at timestamp with time zone default now() not null,
  disputed boolean default false not null,
  constraint topup_directory_pkey PRIMARY KEY (topup_id)
);
CREATE INDEX topup_directory_disputed ON topup_directory USING btree (topup_id) WHERE disputed;
CREATE INDEX topup_directory_due ON topup_directory USING btree (next_check_at) WHERE open;
CREATE INDEX topup_directory_ref ON topup_directory USING btree (provider, provider_ref);
grant delete, insert, select, update on topup_directory to quayside_app;

--- table tracked_number
create table tracked_number (
  workplace_id uuid not null,
  tracked_id uuid not null,
  service_id uuid not null,
  shipment_id uuid not null,
  store_id uuid not null,
  tracking_number text not null,
  state text not null,
  error_key text,
  tracking_ref text,
  attempts integer default 0 not null,
  sent_at timestamp with time zone,
  pauses integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  next_check_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint tracked_number_pkey PRIMARY KEY (workplace_id, tracked_id),
  constraint tracked_number_workplace_id_service_id_shipment_id_tracking_key UNIQUE (workplace_id, service_id, shipment_id, tracking_number),
  constraint tracked_number_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'tracked'::text, 'refused'::text, 'ended'::text]))
);
CREATE INDEX tracked_number_due ON tracked_number USING btree (workplace_id, service_id, next_check_at) WHERE state = 'tracked'::text;
CREATE INDEX tracked_number_named ON tracked_number USING btree (workplace_id, service_id, tracking_number) WHERE state = 'tracked'::text;
CREATE INDEX tracked_number_open ON tracked_number USING btree (workplace_id, next_attempt_at) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text]);
alter table tracked_number enable row level security;
alter table tracked_number force row level security;
create policy tenant on tracked_number for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER tracked_number_state_moves BEFORE UPDATE OF state ON tracked_number FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{refused>waiting,sending>refused,sending>tracked,sending>unknown,sending>waiting,tracked>ended,unknown>sending,waiting>sending}'::text[]))) EXECUTE FUNCTION refuse_move('state');
grant delete, insert, select, update on tracked_number to quayside_app;

--- table tracking_directory
create table tracking_directory (
  public_tracking_id text not null,
  account_id uuid not null,
  workplace_id uuid not null,
  order_id uuid not null,
  constraint tracking_directory_pkey PRIMARY KEY (public_tracking_id)
);
grant delete, insert, select, update on tracking_directory to quayside_app;

--- table tracking_page
create table tracking_page (
  workplace_id uuid not null,
  shop_name text,
  logo_url text,
  color text,
  support_url text,
  shows_estimate boolean default true not null,
  constraint tracking_page_pkey PRIMARY KEY (workplace_id),
  constraint tracking_page_color_check CHECK (color ~ '^#[0-9a-f]{6}$'::text)
);
alter table tracking_page enable row level security;
alter table tracking_page force row level security;
create policy tenant on tracking_page for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON tracking_page REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'workplace_id', 'workplace_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON tracking_page REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'workplace_id', 'workplace_id', '');
grant delete, insert, select, update on tracking_page to quayside_app;

--- table tracking_service
create table tracking_service (
  workplace_id uuid not null,
  service_id uuid not null,
  service text not null,
  mode text not null,
  status text not null,
  credentials jsonb,
  last_error jsonb,
  followed_until timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint tracking_service_pkey PRIMARY KEY (workplace_id, service_id),
  constraint tracking_service_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint tracking_service_status_check CHECK (status = ANY (ARRAY['active'::text, 'needs_key'::text, 'removed'::text]))
);
CREATE UNIQUE INDEX tracking_service_one ON tracking_service USING btree (workplace_id, mode) WHERE status <> 'removed'::text;
alter table tracking_service enable row level security;
alter table tracking_service force row level security;
create policy tenant on tracking_service for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON tracking_service REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'service_id', 'service', 'status last_error followed_until');
CREATE TRIGGER audited_update AFTER UPDATE ON tracking_service REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'service_id', 'service', 'status last_error followed_until');
grant delete, insert, select, update on tracking_service to quayside_app;

--- table tracking_service_directory
create table tracking_service_directory (
  webhook_key text not null,
  service_id uuid not null,
  workplace_id uuid not null,
  account_id uuid not null,
  service text not null,
  active boolean default true not null,
  next_poll_at timestamp with time zone default now() not null,
  constraint tracking_service_directory_pkey PRIMARY KEY (webhook_key),
  constraint tracking_service_directory_service_id_key UNIQUE (service_id)
);
CREATE INDEX tracking_service_due ON tracking_service_directory USING btree (next_poll_at) WHERE active;
grant delete, insert, select, update on tracking_service_directory to quayside_app;

--- table tracking_setting
create table tracking_setting (
  workplace_id uuid not null,
  no_number_days integer not null,
  no_scan_days integer not null,
  no_movement_days integer not null,
  pickup_days integer not null,
  claim_days integer default 3 not null,
  constraint tracking_setting_pkey PRIMARY KEY (workplace_id),
  constraint tracking_setting_claim_days_check CHECK (claim_days >= 1 AND claim_days <= 90),
  constraint tracking_setting_no_movement_days_check CHECK (no_movement_days >= 1 AND no_movement_days <= 90),
  constraint tracking_setting_no_number_days_check CHECK (no_number_days >= 1 AND no_number_days <= 90),
  constraint tracking_setting_no_scan_days_check CHECK (no_scan_days >= 1 AND no_scan_days <= 90),
  constraint tracking_setting_pickup_days_check CHECK (pickup_days >= 1 AND pickup_days <= 90)
);
alter table tracking_setting enable row level security;
alter table tracking_setting force row level security;
create policy tenant on tracking_setting for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON tracking_setting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'workplace_id', 'workplace_id', '');
CREATE TRIGGER audited_update AFTER UPDATE ON tracking_setting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('tracking_setting', 'workplace_id', 'workplace_id', '');
grant delete, insert, select, update on tracking_setting to quayside_app;

--- table unclaimed_order
create table unclaimed_order (
  unclaimed_order_id uuid not null,
  supplier text not null,
  mode text not null,
  source_order_no text not null,
  order_number text,
  reference text not null,
  lines jsonb not null,
  found_at timestamp(3) with time zone default now() not null,
  placed_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  remote_state text not null,
  total bigint,
  currency text,
  parcels jsonb default '[]'::jsonb not null,
  known boolean default false not null,
  dismissed_at timestamp(3) with time zone,
  dismissed_by uuid,
  constraint unclaimed_order_pkey PRIMARY KEY (unclaimed_order_id),
  constraint unclaimed_order_supplier_mode_source_order_no_key UNIQUE (supplier, mode, source_order_no)
);
grant delete, insert, select, update on unclaimed_order to quayside_app;

--- table usage_record
create table usage_record (
  account_id uuid not null,
  usage_id uuid not null,
  feature text not null,
  amount integer not null,
  used_by uuid not null,
  constraint usage_record_pkey PRIMARY KEY (account_id, usage_id),
  constraint usage_record_amount_check CHECK (amount > 0)
);
alter table usage_record enable row level security;
alter table usage_record force row level security;
create policy tenant on usage_record for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
grant delete, insert, select, update on usage_record to quayside_app;

--- table variant_mapping
create table variant_mapping (
  workplace_id uuid not null,
  mapping_id uuid not null,
  store_id uuid not null,
  external_product_id text,
  external_variant_id text not null,
  title text not null,
  variant_title text not null,
  priority integer not null,
  ship_to text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint variant_mapping_pkey PRIMARY KEY (workplace_id, mapping_id),
  constraint variant_mapping_workplace_id_store_id_external_variant_id_p_key UNIQUE (workplace_id, store_id, external_variant_id, priority),
  constraint variant_mapping_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES store(workplace_id, store_id),
  constraint variant_mapping_priority_check CHECK (priority >= 1 AND priority <= 10)
);
alter table variant_mapping enable row level security;
alter table variant_mapping force row level security;
create policy tenant on variant_mapping for all to public
  using (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))))
  with check (workplace_id = app_workplace_id() AND (app_store_ids() IS NULL OR (store_id = ANY (app_store_ids()))));
CREATE TRIGGER audited_delete AFTER DELETE ON variant_mapping REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping', 'mapping_id', 'title', 'external_product_id external_variant_id');
CREATE TRIGGER audited_insert AFTER INSERT ON variant_mapping REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('mapping', 'mapping_id', 'title', 'external_product_id external_variant_id');
grant delete, insert, select, update on variant_mapping to quayside_app;

--- table variant_watch
create table variant_watch (
  workplace_id uuid not null,
  variant_id uuid not null,
  product_id uuid not null,
  found boolean not null,
  cost bigint,
  stock integer,
  seen_at timestamp(3) with time zone,
  told_cost bigint,
  constraint variant_watch_pkey PRIMARY KEY (workplace_id, variant_id),
  constraint variant_watch_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES product_watch(workplace_id, product_id) ON DELETE CASCADE
);
CREATE INDEX variant_watch_of ON variant_watch USING btree (workplace_id, product_id);
alter table variant_watch enable row level security;
alter table variant_watch force row level security;
create policy tenant on variant_watch for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on variant_watch to quayside_app;

--- table wallet
create table wallet (
  account_id uuid not null,
  mode text not null,
  topup bigint default 0 not null,
  bonus bigint default 0 not null,
  reserved bigint default 0 not null,
  policy_accepted_at timestamp with time zone,
  low_at bigint default 2000,
  frozen bigint default 0 not null,
  debt bigint default 0 not null,
  constraint wallet_pkey PRIMARY KEY (account_id, mode),
  constraint wallet_bonus_check CHECK (bonus >= 0),
  constraint wallet_debt_check CHECK (debt >= 0),
  constraint wallet_debt_is_paid_first CHECK (debt = 0 OR topup = 0) NOT VALID,
  constraint wallet_frozen_check CHECK (frozen >= 0),
  constraint wallet_low_at_check CHECK (low_at > 0),
  constraint wallet_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint wallet_reserved_check CHECK (reserved >= 0),
  constraint wallet_topup_check CHECK (topup >= 0)
);
alter table wallet enable row level security;
alter table wallet force row level security;
create policy tenant on wallet for all to public
  using (account_id = app_account_id())
  with check (account_id = app_account_id());
CREATE TRIGGER audited_update AFTER UPDATE ON wallet REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('wallet', 'mode', 'mode', '');
grant delete, insert, select, update on wallet to quayside_app;

--- table wallet_former_payer
create table wallet_former_payer (
  workplace_id uuid not null,
  account_id uuid not null,
  until timestamp with time zone default now() not null,
  constraint wallet_former_payer_pkey PRIMARY KEY (workplace_id, account_id)
);
alter table wallet_former_payer enable row level security;
alter table wallet_former_payer force row level security;
create policy tenant on wallet_former_payer for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on wallet_former_payer to quayside_app;

--- table warehouse.import
create table warehouse.import (
  import_id uuid not null,
  mode text not null,
  kind text,
  file_name text not null,
  file bytea,
  state text not null,
  apply boolean default false not null,
  fault text,
  fault_params jsonb default '{}'::jsonb not null,
  header text[] default '{}'::text[] not null,
  ignored text[] default '{}'::text[] not null,
  counts jsonb default '{}'::jsonb not null,
  removed integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint import_pkey PRIMARY KEY (import_id),
  constraint import_kind_check CHECK (kind = ANY (ARRAY['products'::text, 'stock'::text, 'rates'::text])),
  constraint import_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint import_state_check CHECK (state = ANY (ARRAY['reading'::text, 'ready'::text, 'applying'::text, 'done'::text, 'refused'::text, 'discarded'::text]))
);
CREATE INDEX import_recent ON warehouse.import USING btree (created_at DESC);
CREATE TRIGGER import_state_moves BEFORE UPDATE OF state ON warehouse.import FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{applying>done,reading>ready,reading>refused,ready>applying,ready>discarded}'::text[]))) EXECUTE FUNCTION refuse_move('state');
CREATE TRIGGER import_tells AFTER INSERT OR UPDATE ON warehouse.import FOR EACH STATEMENT EXECUTE FUNCTION warehouse.tell_staff();
grant delete, insert, select, update on warehouse.import to quayside_app;

--- table warehouse.import_item
create table warehouse.import_item (
  import_id uuid not null,
  item_no integer not null,
  name text not null,
  title text not null,
  fate text not null,
  variants integer not null,
  archives integer default 0 not null,
  draft jsonb,
  faults jsonb default '[]'::jsonb not null,
  rows jsonb default '[]'::jsonb not null,
  applied boolean default false not null,
  constraint import_item_pkey PRIMARY KEY (import_id, item_no),
  constraint import_item_import_id_fkey FOREIGN KEY (import_id) REFERENCES warehouse.import(import_id) ON DELETE CASCADE,
  constraint import_item_fate_check CHECK (fate = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'refused'::text]))
);
CREATE INDEX import_item_fate ON warehouse.import_item USING btree (import_id, fate, item_no);
grant delete, insert, select, update on warehouse.import_item to quayside_app;

--- table warehouse.installation
create table warehouse.installation (
  installation_id uuid not null,
  name text not null,
  key_hash bytea not null,
  mode text not null,
  role text not null,
  created_at timestamp(3) with time zone default now() not null,
  revoked_at timestamp(3) with time zone,
  constraint installation_pkey PRIMARY KEY (installation_id),
  constraint installation_key_hash_key UNIQUE (key_hash),
  constraint installation_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint installation_role_check CHECK (role = ANY (ARRAY['client'::text, 'staff'::text]))
);
grant delete, insert, select, update on warehouse.installation to quayside_app;

--- table warehouse.parcel
create table warehouse.parcel (
  parcel_id uuid not null,
  order_id uuid not null,
  carrier text not null,
  tracking_number text not null,
  tracking_url text,
  state text not null,
  shipped_at timestamp(3) with time zone not null,
  constraint parcel_pkey PRIMARY KEY (parcel_id),
  constraint parcel_order_id_tracking_number_key UNIQUE (order_id, tracking_number),
  constraint parcel_order_id_fkey FOREIGN KEY (order_id) REFERENCES warehouse.purchase(order_id),
  constraint parcel_state_check CHECK (state = ANY (ARRAY['not_found'::text, 'info_received'::text, 'in_transit'::text, 'available_for_pickup'::text, 'out_for_delivery'::text, 'delivered'::text, 'expired'::text, 'delivery_failure'::text, 'exception'::text]))
);
CREATE TRIGGER parcel_tells AFTER INSERT OR UPDATE ON warehouse.parcel FOR EACH STATEMENT EXECUTE FUNCTION warehouse.tell_staff();
grant delete, insert, select, update on warehouse.parcel to quayside_app;

--- table warehouse.parcel_event
create table warehouse.parcel_event (
  parcel_id uuid not null,
  at timestamp(3) with time zone not null,
  state text not null,
  description text not null,
  location text,
  constraint parcel_event_pkey PRIMARY KEY (parcel_id, at, state),
  constraint parcel_event_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES warehouse.parcel(parcel_id)
);
CREATE TRIGGER parcel_event_tells AFTER INSERT ON warehouse.parcel_event FOR EACH STATEMENT EXECUTE FUNCTION warehouse.tell_staff();
grant delete, insert, select, update on warehouse.parcel_event to quayside_app;

--- table warehouse.parcel_line
create table warehouse.parcel_line (
  parcel_id uuid not null,
  line_no integer not null,
  quantity integer not null,
  constraint parcel_line_pkey PRIMARY KEY (parcel_id, line_no),
  constraint parcel_line_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES warehouse.parcel(parcel_id),
  constraint parcel_line_quantity_check CHECK (quantity > 0)
);
grant delete, insert, select, update on warehouse.parcel_line to quayside_app;

--- table warehouse.payment
create table warehouse.payment (
  payment_id uuid not null,
  order_id uuid not null,
  kind text not null,
  reference text not null,
  amount bigint not null,
  currency text not null,
  at timestamp(3) with time zone default now() not null,
  constraint payment_pkey PRIMARY KEY (payment_id),
  constraint payment_order_id_kind_reference_key UNIQUE (order_id, kind, reference),
  constraint payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES warehouse.purchase(order_id),
  constraint payment_amount_check CHECK (amount > 0),
  constraint payment_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text]))
);
CREATE UNIQUE INDEX payment_once ON warehouse.payment USING btree (order_id) WHERE kind = 'payment'::text;
grant delete, insert, select, update on warehouse.payment to quayside_app;

--- table warehouse.picture
create table warehouse.picture (
  source text not null,
  state text not null,
  key text,
  fault text,
  tries integer default 0 not null,
  next_try_at timestamp(3) with time zone default now() not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint picture_pkey PRIMARY KEY (source),
  constraint picture_check CHECK ((state = 'ready'::text) = (key IS NOT NULL)),
  constraint picture_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))
);
CREATE INDEX picture_due ON warehouse.picture USING btree (next_try_at) WHERE state = 'waiting'::text;
CREATE INDEX picture_failed ON warehouse.picture USING btree (source) WHERE state = 'failed'::text;
CREATE TRIGGER picture_tells AFTER UPDATE ON warehouse.picture FOR EACH STATEMENT EXECUTE FUNCTION warehouse.tell_staff();
grant delete, insert, select, update on warehouse.picture to quayside_app;

--- table warehouse.product
create table warehouse.product (
  product_id text not null,
  title text not null,
  description_html text not null,
  category_path text[] not null,
  options jsonb not null,
  images text[] not null,
  specifications jsonb not null,
  currency text not null,
  suggested_price bigint,
  rating real,
  reviews_count integer,
  order_volume integer,
  listings_count integer,
  ships_from text not null,
  ship_countries text[] not null,
  limits text[] not null,
  updated_at timestamp(3) with time zone default now() not null,
  made_in text,
  free_shipping_to text[] default '{}'::text[] not null,
  mode text default 'sandbox'::text not null,
  handle text,
  status text default 'active'::text not null,
  constraint product_pkey PRIMARY KEY (product_id),
  constraint product_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint product_status_check CHECK (status = ANY (ARRAY['active'::text, 'archived'::text]))
);
CREATE INDEX product_category ON warehouse.product USING gin (category_path);
CREATE INDEX product_feed ON warehouse.product USING btree (updated_at, product_id);
CREATE UNIQUE INDEX product_handle ON warehouse.product USING btree (mode, handle);
CREATE INDEX product_pictures ON warehouse.product USING gin (images) WHERE handle IS NOT NULL;
grant delete, insert, select, update on warehouse.product to quayside_app;

--- table warehouse.purchase
create table warehouse.purchase (
  order_id uuid not null,
  installation_id uuid not null,
  mode text not null,
  reference text not null,
  request_hash bytea not null,
  number bigint default nextval('warehouse.order_number'::regclass) not null,
  order_name text not null,
  state text not null,
  address jsonb not null,
  shipping_service text not null,
  currency text not null,
  items_cost bigint not null,
  shipping_cost bigint not null,
  cancel_reason text,
  paid_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  account text default ''::text not null,
  erased_at timestamp(3) with time zone,
  constraint purchase_pkey PRIMARY KEY (order_id),
  constraint purchase_installation_id_reference_key UNIQUE (installation_id, reference),
  constraint purchase_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES warehouse.installation(installation_id),
  constraint purchase_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint purchase_state_check CHECK (state = ANY (ARRAY['created'::text, 'paid'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))
);
CREATE INDEX purchase_changed ON warehouse.purchase USING btree (installation_id, updated_at, order_id);
CREATE INDEX purchase_state ON warehouse.purchase USING btree (mode, state, order_id);
CREATE TRIGGER purchase_state_moves BEFORE UPDATE OF state ON warehouse.purchase FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (((old.state || '>'::text) || new.state) <> ALL ('{created>cancelled,created>paid,paid>cancelled,paid>processing,paid>shipped,processing>cancelled,processing>shipped,shipped>delivered}'::text[]))) EXECUTE FUNCTION refuse_move('state');
CREATE TRIGGER purchase_tells AFTER INSERT OR DELETE OR UPDATE ON warehouse.purchase FOR EACH STATEMENT EXECUTE FUNCTION warehouse.tell_staff();
grant delete, insert, select, update on warehouse.purchase to quayside_app;

--- table warehouse.purchase_line
create table warehouse.purchase_line (
  order_id uuid not null,
  line_no integer not null,
  line_ref text not null,
  variant_id text not null,
  quantity integer not null,
  unit_cost bigint not null,
  state text default 'open'::text not null,
  reason text,
  constraint purchase_line_pkey PRIMARY KEY (order_id, line_no),
  constraint purchase_line_order_id_fkey FOREIGN KEY (order_id) REFERENCES warehouse.purchase(order_id),
  constraint purchase_line_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES warehouse.variant(variant_id),
  constraint purchase_line_quantity_check CHECK (quantity > 0),
  constraint purchase_line_state_check CHECK (state = ANY (ARRAY['open'::text, 'refused'::text]))
);
CREATE TRIGGER purchase_line_tells AFTER UPDATE ON warehouse.purchase_line FOR EACH STATEMENT EXECUTE FUNCTION warehouse.tell_staff();
grant delete, insert, select, update on warehouse.purchase_line to quayside_app;

--- table warehouse.shipping_rate
create table warehouse.shipping_rate (
  ships_from text default ''::text not null,
  country text not null,
  service text not null,
  parcel bigint not null,
  per_kg bigint not null,
  processing_min integer not null,
  processing_max integer not null,
  delivery_min integer not null,
  delivery_max integer not null,
  constraint shipping_rate_pkey PRIMARY KEY (ships_from, country, service),
  constraint shipping_rate_check CHECK (processing_max >= processing_min AND delivery_max >= delivery_min),
  constraint shipping_rate_delivery_min_check CHECK (delivery_min >= 0),
  constraint shipping_rate_parcel_check CHECK (parcel >= 0),
  constraint shipping_rate_per_kg_check CHECK (per_kg >= 0),
  constraint shipping_rate_processing_min_check CHECK (processing_min >= 0)
);
grant delete, insert, select, update on warehouse.shipping_rate to quayside_app;

--- table warehouse.variant
create table warehouse.variant (
  variant_id text not null,
  product_id text not null,
  "position" integer not null,
  sku text not null,
  option_values text[] not null,
  cost bigint not null,
  weight_grams integer not null,
  image text,
  stock integer not null,
  mode text default 'sandbox'::text not null,
  barcode text,
  archived boolean default false not null,
  constraint variant_pkey PRIMARY KEY (variant_id),
  constraint variant_product_id_fkey FOREIGN KEY (product_id) REFERENCES warehouse.product(product_id),
  constraint variant_cost_check CHECK (cost > 0),
  constraint variant_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint variant_stock_check CHECK (stock >= 0),
  constraint variant_weight_grams_check CHECK (weight_grams > 0)
);
CREATE INDEX variant_of ON warehouse.variant USING btree (product_id, "position");
CREATE INDEX variant_picture ON warehouse.variant USING btree (image) WHERE image IS NOT NULL;
CREATE UNIQUE INDEX variant_sku ON warehouse.variant USING btree (mode, sku);
grant delete, insert, select, update on warehouse.variant to quayside_app;

--- table warehouse.webhook
create table warehouse.webhook (
  installation_id uuid not null,
  account text not null,
  address text not null,
  secret jsonb not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint webhook_pkey PRIMARY KEY (installation_id, account),
  constraint webhook_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES warehouse.installation(installation_id)
);
grant delete, insert, select, update on warehouse.webhook to quayside_app;

--- table webhook_delivery
create table webhook_delivery (
  workplace_id uuid not null,
  delivery_id uuid not null,
  sender text not null,
  sender_id uuid not null,
  topic text not null,
  kind text not null,
  resource_id text,
  dedupe_key text not null,
  state text not null,
  reason text,
  body bytea,
  received_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  times integer default 1 not null,
  cause text,
  joined_to uuid,
  constraint webhook_delivery_pkey PRIMARY KEY (workplace_id, delivery_id),
  constraint webhook_delivery_cause_check CHECK (cause = ANY (ARRAY['signature'::text, 'malformed'::text, 'too_large'::text])),
  constraint webhook_delivery_sender_check CHECK (sender = ANY (ARRAY['store'::text, 'supplier'::text])),
  constraint webhook_delivery_state_check CHECK (state = ANY (ARRAY['received'::text, 'done'::text, 'failed'::text, 'refused'::text]))
);
CREATE UNIQUE INDEX webhook_delivery_once ON webhook_delivery USING btree (workplace_id, sender_id, dedupe_key) WHERE state <> 'refused'::text;
CREATE INDEX webhook_delivery_open ON webhook_delivery USING btree (workplace_id, sender_id, resource_id) WHERE state = 'received'::text;
CREATE INDEX webhook_delivery_recent ON webhook_delivery USING btree (workplace_id, sender_id, received_at DESC);
CREATE INDEX webhook_delivery_trouble ON webhook_delivery USING btree (workplace_id, sender_id, received_at DESC) WHERE state = ANY (ARRAY['refused'::text, 'failed'::text]);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy tenant on webhook_delivery for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
grant delete, insert, select, update on webhook_delivery to quayside_app;

--- table webhook_refusal
create table webhook_refusal (
  sender text not null,
  reason text not null,
  day date default CURRENT_DATE not null,
  times bigint default 1 not null,
  last_at timestamp with time zone default now() not null,
  constraint webhook_refusal_pkey PRIMARY KEY (sender, reason, day)
);
grant delete, insert, select, update on webhook_refusal to quayside_app;

--- table workplace
create table workplace (
  workplace_id uuid not null,
  account_id uuid not null,
  name text not null,
  currency text default 'USD'::text not null,
  settings jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint workplace_pkey PRIMARY KEY (workplace_id)
);
alter table workplace enable row level security;
alter table workplace force row level security;
create policy tenant_adds on workplace for insert to public
  with check (workplace_id = app_workplace_id());
create policy tenant_changes on workplace for update to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
create policy tenant_reads on workplace for select to public
  using (workplace_id = app_workplace_id() OR account_id = app_account_id());
create policy tenant_removes on workplace for delete to public
  using (workplace_id = app_workplace_id());
CREATE TRIGGER audited_insert AFTER INSERT ON workplace REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('workspace', 'workplace_id', 'name', '');
CREATE TRIGGER audited_update AFTER UPDATE ON workplace REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('workspace', 'workplace_id', 'name', '');
grant delete, insert, select, update on workplace to quayside_app;

--- table workplace_offer
create table workplace_offer (
  workplace_id uuid not null,
  to_account uuid not null,
  to_name text not null,
  offered_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  closed_until timestamp with time zone,
  constraint workplace_offer_pkey PRIMARY KEY (workplace_id)
);
alter table workplace_offer enable row level security;
alter table workplace_offer force row level security;
create policy tenant on workplace_offer for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON workplace_offer REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('ownership', 'workplace_id', 'to_name', 'offered_by');
CREATE TRIGGER audited_insert AFTER INSERT ON workplace_offer REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('ownership', 'workplace_id', 'to_name', 'offered_by');
grant delete, insert, select, update on workplace_offer to quayside_app;

--- table workplace_rate
create table workplace_rate (
  workplace_id uuid not null,
  from_currency text not null,
  to_currency text not null,
  rate numeric not null,
  typed_at timestamp(3) with time zone default now() not null,
  constraint workplace_rate_pkey PRIMARY KEY (workplace_id, from_currency, to_currency),
  constraint workplace_rate_rate_check CHECK (rate > 0::numeric)
);
alter table workplace_rate enable row level security;
alter table workplace_rate force row level security;
create policy tenant on workplace_rate for all to public
  using (workplace_id = app_workplace_id())
  with check (workplace_id = app_workplace_id());
CREATE TRIGGER audited_delete AFTER DELETE ON workplace_rate REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('exchange_rate', 'workplace_id', 'to_currency', 'typed_at');
CREATE TRIGGER audited_insert AFTER INSERT ON workplace_rate REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('exchange_rate', 'workplace_id', 'to_currency', 'typed_at');
CREATE TRIGGER audited_update AFTER UPDATE ON workplace_rate REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (current_setting('app.actor'::text, true) <> ''::text) EXECUTE FUNCTION audit_changes('exchange_rate', 'workplace_id', 'to_currency', 'typed_at');
grant delete, insert, select, update on workplace_rate to quayside_app;
