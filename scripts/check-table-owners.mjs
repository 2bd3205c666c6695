// Tables belong to features (apps/server/src/db/table-owners.json): a feature reads and writes another one's rows through what that
// feature exports, so that a change of a table is a change of one folder. The uses of before are counted in table-uses.json; a number
// that has become too high or too low fails, so they only shrink. Features that exist to read across are exempt.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, root, sources } from './sources.mjs';
import { eachTemplate, parseSource, templateText } from './sql-templates.mjs';

const server = 'apps/server/src';

/** They carry, copy or count what belongs to others. */
const EXEMPT = new Set(['reports', 'transfers', 'ops']);

/** The feature of a file, else the folder of the server that it lies in. */
export const partOf = (file) =>
  /^apps\/server\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? /^apps\/server\/src\/([^/]+)\//.exec(file)?.[1];

/** What is written in a file's sql templates, the values left out. */
function statements(text) {
  const found = [];
  eachTemplate(parseSource('source.ts', text), ['sql', 'raw'], (node) => found.push(templateText(node.template)));
  return found;
}

const NAMED = /\b(?:from|join|update|only|table|using)\s+([a-z_]+(?:\.[a-z_]+)?)\b(?!\s*\()/g;
const WRITTEN = /\binto\s+([a-z_]+(?:\.[a-z_]+)?)\b/g;
const LISTED = /,\s*([a-z_]+(?:\.[a-z_]+)?)\s+(?:as\s+)?[a-z]\b/g;

/** How often each part of the server names each table of another part: { "orders store": 2 }. */
export function tableUses(texts, owners) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([part, tables]) => tables.map((table) => [table, part])));
  const uses = {};
  for (const [file, text] of texts) {
    const part = partOf(file);
    if (!part || EXEMPT.has(part)) continue;
    for (const statement of statements(text))
      for (const pattern of [NAMED, WRITTEN, LISTED])
        for (const [, table] of statement.matchAll(pattern)) {
          const owner = ownerOf.get(table);
          if (owner && owner !== part) uses[`${part} ${table}`] = (uses[`${part} ${table}`] ?? 0) + 1;
        }
  }
  return Object.fromEntries(Object.entries(uses).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Sentences about uses that are new, and about numbers that are too high. */
export function useFaults(uses, baseline, owners) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([part, tables]) => tables.map((table) => [table, part])));
  return [...new Set([...Object.keys(uses), ...Object.keys(baseline)])].sort().flatMap((key) => {
    const [part, table] = key.split(' ');
    const [now, before] = [uses[key] ?? 0, baseline[key] ?? 0];
    if (now > before)
      return [
        `${part} names ${table} of ${ownerOf.get(table)} ${now} times, not ${before}: ask ${ownerOf.get(table)} for it.`,
      ];
    return now < before ? [`${part} names ${table} ${now} times: lower the ${before} in table-uses.json.`] : [];
  });
}

/** Sentences about tables of the schema that nobody owns, and owned ones that are gone. */
export function ownerFaults(schema, owners) {
  const tables = [...schema.matchAll(/^create (?:unlogged )?table ([\w.]+) \(/gm)].map(([, name]) => name);
  const owned = Object.values(owners).flat();
  return [
    ...tables
      .filter((table) => !owned.includes(table))
      .map((table) => `No part of the server owns the table ${table}.`),
    ...owned.filter((table) => !tables.includes(table)).map((table) => `There is no table ${table}.`),
    ...owned.filter((table, at) => owned.indexOf(table) !== at).map((table) => `Two parts own the table ${table}.`),
  ];
}

if (import.meta.main) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const texts = new Map(
    sources(server, /\.ts$/)
      .filter((file) => !isTest(file))
      .map((file) => [file, read(file)]),
  );
  const owners = JSON.parse(read(`${server}/db/table-owners.json`));
  const uses = tableUses(texts, owners);
  if (process.argv.includes('--print')) console.log(JSON.stringify(uses, undefined, 2));
  else {
    const faults = [
      ...ownerFaults(read(`${server}/db/schema.sql`), owners),
      ...useFaults(uses, JSON.parse(read('scripts/table-uses.json')), owners),
    ];
    for (const fault of faults) console.error(fault);
    process.exitCode = faults.length > 0 ? 1 : 0;
  }
}
