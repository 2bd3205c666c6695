import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayHoldSql, misplacedSql, placeFaults, shrunk } from './check-sql-places.mjs';

const inAction = (text: string) => misplacedSql(new Map([['orders/actions/take-order.ts', text]]));

it.each([
  ['orders/repo.ts', true],
  ['orders/unreadable-order-repo.ts', true],
  ['warehouse/stock/repo.ts', true],
  ['orders/queries/list-orders.ts', true],
  ['orders/orders.db.test.ts', true],
  ['orders/actions/take-order.ts', false],
  ['orders/register.ts', false],
  ['accounts/data-routes.ts', false],
  ['connections/jobs/handlers.ts', false],
  ['orders/actions/queries.ts', false],
  ['orders/actions/myrepo.ts', false],
])('%s may hold SQL: %s', (file, may) => expect(mayHoldSql(file)).toBe(may));

describe('templates in other files', () => {
  it.each([
    ['await tx.run(sql`update sales_order set a = 1`);', 1],
    ['ex.rows(sql<Row>`select 1`)', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    ['sql`select 1 where ${sql`true`}`', 2],
  ])('counts %s', (text, count) => expect(inAction(text)).toEqual({ 'orders/actions/take-order.ts': count }));

  it.each([
    ["import { sql } from '../../db/index.ts';"],
    ['// sql`select 1`'],
    ['/** sql`select 1` */'],
    ['const nosql = `select 1`;'],
  ])('leaves %s alone', (text) => expect(inAction(text)).toEqual({}));
});

it('a new template fails, and so does a baseline that is too high', () => {
  expect(placeFaults({ 'a/b.ts': 1 }, { 'a/b.ts': 1 })).toEqual([]);
  expect(placeFaults({ 'a/b.ts': 2 }, { 'a/b.ts': 1 })).toEqual([
    'a/b.ts holds 2 sql templates, allowed 1: move them to a repo file or to queries/.',
  ]);
  expect(placeFaults({}, { 'a/b.ts': 1 })).toEqual([
    'a/b.ts holds 0 sql templates, the baseline says 1: node scripts/check-sql-places.mjs --shrink',
  ]);
});

it('the baseline can be lowered but not raised', () =>
  expect(shrunk({ 'a.ts': 1, 'b.ts': 3, 'new.ts': 1 }, { 'a.ts': 2, 'b.ts': 2, 'gone.ts': 1 })).toEqual({
    'a.ts': 1,
    'b.ts': 2,
  }));

it('orders, purchasing and fulfilment hold SQL in repo files and queries only', () => {
  const baseline: Record<string, number> = JSON.parse(
    readFileSync(join(import.meta.dirname, 'sql-places.json'), 'utf8'),
  );
  expect(Object.keys(baseline).filter((file) => /^(orders|purchasing|fulfilment)\//.test(file))).toEqual([]);
});
