import { expect, it } from 'vitest';
import { statementName } from './statement-name.ts';

it.each([
  ['select * from sales_order where workplace_id = $1', 'select sales_order'],
  ['insert into store (a) values ($1) on conflict do nothing', 'insert store'],
  ['update only listing set x = 1', 'update listing'],
  ["select 'from account' as x from member m", 'select member'],
  ['with due as (select 1 from supplier_order) update supplier_order p set x = 1', 'with supplier_order'],
  ['INSERT INTO pgboss.job (id) SELECT id FROM json_to_recordset($1)', 'insert pgboss.job'],
  ['select extract(epoch from now()) from jsonb_to_recordset($1) n', 'select'],
  ['call merge_policies($1)', 'call'],
  ['', 'statement'],
])('%s', (text, name) => expect(statementName(text)).toBe(name));
