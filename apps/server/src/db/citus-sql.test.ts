import { expect, it } from 'vitest';
import { brokenCitusSql } from './citus-sql.ts';

it.each([
  ['insert into order_event (a) select $1, x from unnest($2::text[]) x', ['bare-insert-select']],
  ['with n as (select 1) insert into process (a) select * from n', ['bare-insert-select']],
  ['with w as (insert into process (a) select 1) select 2', ['bare-insert-select']],
  ['insert into process (a) (select * from n)', ['bare-insert-select']],
  ['insert into process (select * from n)', ['bare-insert-select']],
  ['insert into process (a) table n', ['bare-insert-select']],
  ['insert into order_event (a) select $1, x from unnest($2::text[]) x returning 1', []],
  ['insert into order_event (a) select x from t on conflict do nothing', []],
  ['insert into order_event (a) values ($1, (select max(x) from t))', ['insert-subquery']],
  ['insert into source_product (a) values ((select max(x) from t))', []],
  // Global tables and those of other schemas stay on the coordinator.
  ['insert into source_product (a) select x from unnest($1) x', []],
  ['insert into warehouse.purchase (a) select x from t', []],

  ['update supplier_order set lease_until = clock_timestamp() + $1', ['volatile-update']],
  ['with t as (select 1) update process p set x = random() from t', ['volatile-update']],
  ['delete from process where at <= clock_timestamp()', ['volatile-update']],
  ['delete from process where at <= db_clock()', []],
  ['update store_directory set next_poll_at = clock_timestamp()', []],
  ['update process set updated_at = now() where workplace_id = $1', []],

  ['insert into t (a) values ($1) on conflict (a) do update set at = now()', ['conflict-function']],
  [
    'insert into t (a) values ($1) on conflict (a) do update set at = excluded.at where t.at < now() - $1',
    ['conflict-function'],
  ],
  [
    "insert into t (a) values ($1) on conflict (a) do update set day = excluded.at at time zone 'UTC'",
    ['conflict-function'],
  ],
  ['insert into t (a, at) values ($1, now()) on conflict (a) do update set at = excluded.at', []],
  [
    'insert into t (a) values ($1) on conflict (a) do update set b = array(select distinct unnest(t.b))',
    ['conflict-subquery'],
  ],

  [
    "insert into t (a) values ($1) on conflict (a) do update set b = 1 where t.at < excluded.at - interval '5 minutes'",
    ['conflict-function'],
  ],
  [
    'insert into t (a) values ($1) on conflict (a) do update set b = 1 where t.at < seconds_after(excluded.at, -300)',
    [],
  ],

  [
    "delete from process where workplace_id = $1 returning process_id, at < now() - interval '1 hour'",
    ['returning-function'],
  ],
  ["update process set state = 'x' returning at + interval '1 hour'", ['stable-column', 'returning-function']],
  ['insert into process (a) values ($1) returning jsonb_build_object($2::text, a)', ['returning-function']],
  ['with gone as (delete from process where at < now() returning a) select now() from gone', []],
  ['delete from session_token returning now()', []],

  ['update process set done = case process_id when $1 then 1 else 2 end', ['simple-case']],
  ['update process set done = case when process_id = $1 then 1 else 2 end', []],

  ['update process set at = coalesce(at, now())', ['case-function']],
  ['update process set at = case when x then now() else at end', ['case-function']],
  ['insert into process (at) values (coalesce($1, now()))', ['case-function']],
  ['update process set at = coalesce(at, $1)', []],
  ['select coalesce(at, now()) from process', []],

  ["update process set params = jsonb_build_object('a', title)", ['stable-column']],
  ['update process set until = started_at + make_interval(secs => $1)', ['stable-column']],
  ['update process p set until = now() + make_interval(secs => r."after") from n r', ['stable-column']],
  ["update process p set until = now() + r.days * interval '1 day' from n r", ['stable-column']],
  ['update process p set until = seconds_after(now(), r."after") from n r', []],
  ["update process set params = jsonb_build_object('a', $1::text)", []],
  ['update process set until = now() + make_interval(secs => $1)', []],

  [
    'select 1 from sales_order where workplace_id = $1 and exists (select 1 from store s where s.workplace_id = sales_order.workplace_id) for update',
    ['correlated-lock'],
  ],
  [
    'select 1 from sales_order where workplace_id = $1 and exists (select 1 from store s where s.workplace_id = $1 and s.store_id = sales_order.store_id) for update',
    [],
  ],
  ['select (select 1 from platform_identity i where i.account_id = a.account_id) from account a for update', []],
  ['select 1 from a where exists (select 1 from b where b.id = a.id)', []],

  ['select pg_notify($1, account_id::text) from member where workplace_id = $2', ['notify-from']],
  ["select set_config('app.workplace_id', $1, true)", ['set-config']],
  ['select 1 from member m join workplace w on w.workplace_id = m.workplace_id', ['mixed-join']],
  ['with m as materialized (select * from member) select 1 from m join workplace w on w.workplace_id = $1', []],
  ['select 1 from member union all select 1 from store', []],
  ['select (select count(*) from member), (select count(*) from store)', []],
  ['select 1 from member m join account a using (account_id)', []],
  [
    'select i.role, (select a.email from account a where a.account_id = i.invited_by) from invitation i',
    ['mixed-subquery'],
  ],
  [
    'select a.email from account a where exists (select 1 from store s where s.account_id = a.account_id)',
    ['mixed-subquery'],
  ],
  [
    'with i as materialized (select * from invitation) select i.role, a.email from i left join account a on a.account_id = i.invited_by',
    [],
  ],
  ['select pg_notify($1, $2)', []],
  ['select pg_notify(n.a, n.b) from unnest($1::text[], $2::text[]) as n(a, b)', []],

  // Strings and comments are not code.
  ["update process set error_key = 'clock_timestamp()' -- random()", []],
])('%s', (text, rules) => expect(brokenCitusSql(text)).toEqual(rules));
