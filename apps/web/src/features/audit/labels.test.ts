import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_FACTS } from '@quayside/contracts/audit-facts/index.ts';
import { describe, expect, it } from 'vitest';
import { FACT_TEXTS, getWord, said } from './facts.ts';

// What the trail may hold, as the schema says it: the columns of the audited tables without those it leaves out.
const schema = readFileSync(join(import.meta.dirname, '../../../../server/src/db/schema.sql'), 'utf8');

interface Column {
  name: string;
  /** What a check allows; empty where anything goes. */
  values: string[];
}

const quoted = (text: string): string[] => [...text.matchAll(/'([^']*)'/g)].map(([, word]) => word ?? '');

function columnsOf(table: string): Column[] {
  const [, body = ''] = new RegExp(`^create table ${table} \\(\n([\\s\\S]*?)\n\\);`, 'm').exec(schema) ?? [];
  return [...body.matchAll(/^ {2}(?!constraint )(\w+) /gm)].map(([, name = '']) => {
    const [, allowed = ''] = new RegExp(`CHECK \\(${name} = ANY \\(ARRAY\\[([^\\]]*)\\]\\)\\)`).exec(body) ?? [];
    return { name, values: quoted(allowed.replaceAll('::text', '')) };
  });
}

const everywhere = quoted(/hidden text\[\] := array\[([\s\S]*?)\]/.exec(schema)?.[1] ?? '');
const audited = new Map(
  [...schema.matchAll(/ ON (\w+) .*EXECUTE FUNCTION audit_changes\(([^)]*)\)/g)].map(([, table = '', given = '']) => {
    const [entity = '', , , hidden = ''] = quoted(given);
    return [table, { entity, hidden: [...everywhere, ...hidden.split(' ')] }] as const;
  }),
);
const shown = [...audited].flatMap(([table, { entity, hidden }]) =>
  columnsOf(table)
    .filter(({ name }) => !hidden.includes(name))
    .map(({ name: column, values }) => ({ entity, column, values })),
);

const texts = (namespace: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../../../messages/en/web/${namespace}.json`), 'utf8'));

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
  'return_path',
  'sync_error_key',
];
/** States that stand as in the record: no screen speaks of them, or they are units and file formats. */
const WORDLESS = [
  'order_setting.declares sale',
  'order_setting.declares supplier',
  'payment_setting.fulfillment origin',
  'payment_setting.fulfillment quayside',
  'payment_setting.payment_behavior default',
  'payment_setting.payment_behavior popup',
  'product.weight_unit g',
  'product.weight_unit kg',
  'product.weight_unit lb',
  'product.weight_unit oz',
  'product_feed.format csv',
  'product_feed.format xml',
];

describe('the words of the trail', () => {
  const labels = Object.keys(texts('audit').fields as object);

  it('are for columns that an entry can hold', () => {
    expect(shown.length).toBeGreaterThan(100);
    const columns = new Set(shown.map(({ column }) => column));
    expect(labels.filter((label) => !columns.has(label))).toEqual([]);
  });

  it('are told of columns that an entry can hold', () => {
    const held = new Set(shown.map(({ column, entity }) => `${entity}.${column}`));
    const told = Object.entries(AUDIT_FACTS).flatMap(([entity, facts]) =>
      Object.keys(facts).map((column) => `${entity}.${column}`),
    );
    expect(told.length).toBeGreaterThan(60);
    expect(told.filter((one) => !held.has(one))).toEqual([]);
  });

  it('name every column but ids and a few that only scripts read', () => {
    const nameless = shown.map(({ column }) => column).filter((one) => !/_id$/.test(one) && !labels.includes(one));
    expect([...new Set(nameless)].sort()).toEqual(NAMELESS);
  });

  it('say every state that a column may have', () => {
    const wordless = shown.flatMap(({ entity, column, values }) =>
      values
        .filter((value) => {
          const key = getWord(entity, column, value);
          return said(entity, column, value).as !== 'proper' && !(key && isThere(key));
        })
        .map((value) => `${entity}.${column} ${value}`),
    );
    expect(wordless.sort()).toEqual(WORDLESS);
  });
});
