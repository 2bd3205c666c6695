import { readConcurrently } from '../concurrent-indexes.ts';

const TABLE = String.raw`(?:only )?(?:if exists )?(?:public\.)?([a-z_][a-z0-9_.]*)`;
const INDEX = new RegExp(String.raw`\bcreate (?:unique )?index (?:if not exists )?(?:[a-z0-9_]+ )?on ${TABLE}`, 'g');
const ALTER = new RegExp(String.raw`\balter table ${TABLE} ([^;]*)`, 'g');
const LOCK = new RegExp(String.raw`\b(?:lock table|lock|truncate table|truncate|cluster|vacuum full) ${TABLE}`, 'g');
const CONSTRAINT = /\badd constraint ([a-z0-9_]+) (?:check|foreign key)\b(.*?)(?=, ?(?:add|drop|alter) |$)/g;
const COLUMN = /\badd column (?:if not exists )?([a-z0-9_]+) (.*?)(?=, ?(?:add|drop|alter) |$)/g;
/** PostgreSQL computes these for each existing row; a constant or now() is stored once for all of them. */
const REWRITES =
  /\bgenerated (?:always as (?:identity|\(.*\) stored)|by default as identity)|\bdefault .*\b(?:gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\(|\b(?:small|big)?serial\b/;

/** Statements of a migration that block a table of the last release for a time that grows with its rows. */
export function longLocks(file: { name: string; text: string }, tables: ReadonlySet<string>): string[] {
  if (readConcurrently(file)) return [];
  const text = statementsOf(file.text);
  const known = (table: string | undefined) => table !== undefined && tables.has(table);
  const found: string[] = [];
  for (const [, table] of text.matchAll(INDEX))
    if (known(table))
      found.push(
        `builds an index of ${table} while writes wait: move it to a migration with the line "-- concurrently".`,
      );
  for (const [, table] of text.matchAll(LOCK)) if (known(table)) found.push(`locks or empties ${table}.`);
  for (const [, table, actions = ''] of text.matchAll(ALTER)) {
    if (!known(table)) continue;
    for (const [, name = '', rest = ''] of actions.matchAll(CONSTRAINT))
      if (!/\bnot valid\b/.test(rest) && !new RegExp(String.raw`\bdrop constraint (?:if exists )?${name}\b`).test(text))
        found.push(
          `checks all rows of ${table} under an exclusive lock: add ${name} "not valid" and validate it in a later migration.`,
        );
    for (const [, column, rest = ''] of actions.matchAll(COLUMN))
      if (REWRITES.test(rest)) found.push(`rewrites ${table} under an exclusive lock to add ${column}.`);
  }
  return found;
}

/** Without comments and bodies of functions, but with those of `do` blocks, in one spelling. */
const statementsOf = (text: string): string =>
  text
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(\bdo\s+)?(\$\w*\$)([\s\S]*?)\2/gi, (_all, isBlock?: string, _mark?: string, body?: string) =>
      isBlock ? `; ${body} ;` : "''",
    )
    .replace(/\s+/g, ' ')
    .toLowerCase();
