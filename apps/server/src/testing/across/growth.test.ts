import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GROWTH } from './growth.ts';

const src = join(import.meta.dirname, '../..');
const schema = readFileSync(join(src, 'db/schema.sql'), 'utf8');
/** The text of each table's definition. */
const tables = new Map(
  [...schema.matchAll(/^create table ([\w.]+) \(([\s\S]*?)^\);/gm)].map(([, name = '', text = '']) => [name, text]),
);

it('every table is bounded, or has a rule that deletes old rows', () => {
  expect(tables.size).toBeGreaterThan(150);
  expect(GROWTH.map(([table]) => table).sort()).toEqual([...tables.keys()].sort());
});

it('the rules are where the list says', () => {
  for (const [table, growth] of GROWTH)
    if ('endsIn' in growth) {
      const text = readFileSync(join(src, growth.endsIn), 'utf8');
      expect(growth.by ? text.includes(growth.by) : new RegExp(`delete from ${table}\\b`).test(text), table).toBe(true);
    } else if ('with' in growth)
      expect(tables.get(table), table).toMatch(
        new RegExp(`REFERENCES ${growth.with.replace('.', '\\.')}\\([^)]*\\) ON DELETE CASCADE`),
      );
});
