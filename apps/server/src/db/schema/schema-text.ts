import type pg from 'pg';
import { CATALOGUE } from './catalogue.ts';

/** SQL lines by object, such as `table account` or `function app_account_id()`. */
export type SchemaText = ReadonlyMap<string, readonly string[]>;

const INTRODUCTION = `-- The schema that the migrations make. Written by \`npm run schema\` and compared by a test; read it, do not run it.
`;

/**
 * Reads the schemas of our migrations as SQL, as their owner; PostgreSQL 15 and 18 return the same text. `client` must
 * have no open transaction.
 */
export async function readSchema(client: pg.ClientBase): Promise<SchemaText> {
  // Names of other schemas are printed qualified. JIT compilation would take longer than the queries.
  await client.query('begin read only; set local search_path = public; set local jit = off');
  try {
    const read = async (query: keyof typeof CATALOGUE): Promise<Map<string, string[]>> => {
      const { rows } = await client.query<{ object: string; line: string }>(CATALOGUE[query]);
      const objects = Map.groupBy(rows, (row) => row.object);
      return new Map([...objects].map(([object, found]) => [object, found.map(({ line }) => line)]));
    };
    const [columns, constraints, parts] = [await read('columns'), await read('constraints'), await read('tableParts')];
    const tables = [...columns].map(([object, lines]): [string, string[]] => {
      const inside = [...lines, ...(constraints.get(object) ?? [])];
      const open = `create table ${object.slice('table '.length)} (`;
      return [object, [open, ...inside.map((line, at) => (at + 1 < inside.length ? `${line},` : line)), ');']];
    });
    const objects = new Map([
      ...(await read('schemas')),
      ...(await read('functions')),
      ...(await read('sequences')),
      ...tables,
      ...(await read('views')),
      ...(await read('others')),
    ]);
    return new Map(
      [...objects].map(([object, texts]) => {
        const lines = [...texts, ...(parts.get(object) ?? [])].flatMap((text) => text.split('\n'));
        return [object, lines.map((line) => line.trimEnd())];
      }),
    );
  } finally {
    await client.query('rollback');
  }
}

/** The text of schema.sql. */
export const printSchema = (schema: SchemaText): string =>
  [INTRODUCTION, ...[...schema].map(([object, lines]) => `--- ${object}\n${lines.join('\n')}\n`)].join('\n');

/** Parses the output of printSchema(). */
export function parseSchema(text: string): SchemaText {
  const [, ...objects] = text.replaceAll('\r\n', '\n').split('\n--- ');
  return new Map(
    objects.map((object) => {
      const [name = '', ...lines] = object.trimEnd().split('\n');
      return [name, lines];
    }),
  );
}
