import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FACT_TEXTS, said, wordOf } from './facts.ts';

// What the trail may hold, as the migrations say it: the columns of the audited tables without those it leaves out.
const folder = join(import.meta.dirname, '../../../../server/src/db/migrations');
const sql = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/--.*$/gm, ''))
  .join('\n');

interface Column {
  /** What a check allows; empty where anything goes. */
  values: string[];
}
const tables = new Map<string, Map<string, Column>>();

function add(table: string, line: string): void {
  const [name] = /^\s*\w+/.exec(line) ?? [''];
  const allowed = new RegExp(`check \\(${name.trim()} in \\(([^)]*)\\)\\)`).exec(line)?.[1] ?? '';
  const values = [...allowed.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? '');
  tables.set(table, (tables.get(table) ?? new Map<string, Column>()).set(name.trim(), { values }));
}

for (const [, table = '', body = ''] of sql.matchAll(/create table (\w+) \(\n([\s\S]*?)\n\)/g))
  for (const line of body.split('\n'))
    if (/^ {2}(?!primary |foreign |unique |check )[a-z]\w* [a-z]/.test(line)) add(table, line);
for (const [, table = '', rest = ''] of sql.matchAll(/alter table (\w+) ([^;]*);/g)) {
  for (const [, line = ''] of rest.matchAll(/add column ([^;]*?)(?=, add column|$)/g)) add(table, line);
  const [, before = '', after = ''] = /^rename column (\w+) to (\w+)/.exec(rest) ?? [];
  const renamed = tables.get(table)?.get(before);
  if (renamed) tables.get(table)?.set(after, renamed).delete(before);
}

const words = (text: string): string[] => [...text.matchAll(/'([^']*)'/g)].map(([, word]) => word ?? '');
const everywhere = words(/hidden text\[\] := array\[([\s\S]*?)\]/.exec(sql)?.[1] ?? '');
const audited = new Map(
  [...sql.matchAll(/call audited\(([^)]*)\)/g)].map(([, given = '']) => {
    const [table = '', , entity = '', , , hidden = ''] = words(given);
    return [table, { entity, hidden: [...everywhere, ...hidden.split(' ')] }] as const;
  }),
);
const shown = [...audited].flatMap(([table, { entity, hidden }]) =>
  [...(tables.get(table) ?? [])]
    .filter(([column]) => !hidden.includes(column))
    .map(([column, { values }]) => ({ entity, column, values })),
);

const texts = (namespace: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../i18n/en/${namespace}.json`), 'utf8'));

function isThere(key: string): boolean {
  const [namespace = '', path = ''] = key.split(':');
  let at: unknown = texts(namespace);
  for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  return typeof at === 'string' && ['audit', 'common', ...FACT_TEXTS].includes(namespace);
}

/** Columns that keep their own names on the screen. */
const NAMELESS = [
  'ask_first',
  'base_url',
  'block_params',
  'error_params',
  'expected_currency',
  'expected_for',
  'orders_by_reason',
  'pay_notes',
  'payment_reference',
  'position',
  'shown_at',
  'sync_error_key',
];
/** States that stand as in the record: no screen speaks of them. */
const WORDLESS = ['payment_setting.payment_behavior default', 'payment_setting.payment_behavior popup'];

describe('the words of the trail', () => {
  const labels = Object.keys(texts('audit').fields as object);

  it('are for columns that an entry can hold', () => {
    expect(shown.length).toBeGreaterThan(100);
    const columns = new Set(shown.map(({ column }) => column));
    expect(labels.filter((label) => !columns.has(label))).toEqual([]);
  });

  it('name every column but ids and a few that only scripts read', () => {
    const nameless = shown.map(({ column }) => column).filter((one) => !/_id$/.test(one) && !labels.includes(one));
    expect([...new Set(nameless)].sort()).toEqual(NAMELESS);
  });

  it('say every state that a column may have', () => {
    const wordless = shown.flatMap(({ entity, column, values }) =>
      values
        .filter((value) => {
          const key = wordOf(entity, column, value);
          return said(entity, column, value).as !== 'proper' && !(key && isThere(key));
        })
        .map((value) => `${entity}.${column} ${value}`),
    );
    expect(wordless.sort()).toEqual(WORDLESS);
  });
});
