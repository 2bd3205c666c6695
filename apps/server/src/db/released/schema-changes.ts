import type { SchemaText } from '../schema/schema-text.ts';
import { type Column, readTable, type TableShape } from './table-shape.ts';

/** A difference that a process written for the earlier schema may not survive. */
export interface BreakingChange {
  /** How a migration names it in its `-- contracts` line. */
  object: string;
  what: string;
}

/** Compares the schema of the last release with the present one. */
export function breakingChanges(before: SchemaText, after: SchemaText): BreakingChange[] {
  return [...before].flatMap(([object, lines]) => {
    const now = after.get(object);
    const [kind = ''] = object.split(' ');
    if (object === 'other objects')
      return lines.filter((line) => !now?.includes(line)).map((line) => ({ object: line, what: 'is gone' }));
    if (!now) return [{ object, what: 'is dropped or renamed' }];
    if (kind === 'table') return tableChanges(object.slice('table '.length), readTable(lines), readTable(now));
    return [...signatureChanges(object, lines, now), ...lostGrants(object, lines, now)];
  });
}

/** Functions and triggers that processes of the last release run too. Their text doesn't show whether those processes still work. */
export function changedBehavior(before: SchemaText, after: SchemaText): BreakingChange[] {
  return [...before].flatMap(([object, lines]) => {
    const now = after.get(object);
    if (!now) return [];
    if (object.startsWith('table '))
      return linesOf(lines, TRIGGER) === linesOf(now, TRIGGER)
        ? []
        : [{ object: `triggers of ${object.slice('table '.length)}`, what: 'change' }];
    return /^(function|procedure) /.test(object) && linesOf(lines, BODY) !== linesOf(now, BODY)
      ? [{ object, what: 'does something else' }]
      : [];
  });
}

const TRIGGER = /^CREATE (CONSTRAINT )?TRIGGER /;
const BODY = /^(?!grant |revoke )/;
const linesOf = (lines: readonly string[], wanted: RegExp): string =>
  lines.filter((line) => wanted.test(line)).join('\n');

/** What callers see of a function: the type of its result. A view's columns are its whole text. */
function signatureChanges(object: string, lines: readonly string[], now: readonly string[]): BreakingChange[] {
  const seen = (text: readonly string[]) =>
    object.startsWith('view ')
      ? text.filter((line) => !line.startsWith('grant ')).join('\n')
      : text.find((line) => line.startsWith(' RETURNS '));
  return seen(lines) === seen(now) ? [] : [{ object, what: 'returns something else' }];
}

const lostGrants = (object: string, lines: readonly string[], now: readonly string[]): BreakingChange[] =>
  lines
    .filter((line) => /^(grant|alter default privileges) /.test(line) && !includesRights(now, line))
    .map((line) => ({ object: `rights on ${object.replace(/^\w+ /, '')}`, what: `lose "${line}"` }));

/** Whether another line grants at least the same rights to the same role. */
function includesRights(now: readonly string[], grant: string): boolean {
  const parse = (line: string) => /^(.*grant )(.*?)( (?:\(\S+\) )?on .*)$/.exec(line)?.slice(1) ?? [line, '', ''];
  const [head, rights, tail] = parse(grant);
  return now.some((line) => {
    const [otherHead, otherRights, otherTail] = parse(line);
    const has = otherRights?.split(', ') ?? [];
    return head === otherHead && tail === otherTail && rights?.split(', ').every((right) => has.includes(right));
  });
}

function tableChanges(table: string, before: TableShape, after: TableShape): BreakingChange[] {
  const added = [...after.columns].filter(([name]) => !before.columns.has(name));
  return [
    ...[...before.columns].flatMap(([name, was]) =>
      columnChange(`column ${table}.${name}`, was, after.columns.get(name)),
    ),
    ...added
      .filter(([, { isNotNull, default: value, generated }]) => isNotNull && value === undefined && !generated)
      .map(([name]) => ({
        object: `column ${table}.${name}`,
        what: 'is "not null" without a default, and old processes insert rows without it',
      })),
    ...keyChanges(table, before, after, added),
    ...checkChanges(table, before, after, added),
    ...newOnes(before.foreignKeys, after.foreignKeys, added).map(([name]) => ({
      object: `constraint ${table}.${name}`,
      what: 'is a new foreign key on columns that old processes write',
    })),
    ...(before.policies.every((policy) => after.policies.includes(policy)) &&
    after.policies.length === before.policies.length
      ? []
      : [{ object: `policies of ${table}`, what: 'change' }]),
    ...lostGrants(`table ${table}`, before.grants, after.grants),
  ];
}

function columnChange(object: string, was: Column, is: Column | undefined): BreakingChange[] {
  if (!is) return [{ object, what: 'is dropped or renamed' }];
  if (is.type !== was.type) return [{ object, what: `changes its type from ${was.type} to ${is.type}` }];
  if (is.generated !== was.generated) return [{ object, what: 'is generated differently' }];
  if (is.isNotNull && !was.isNotNull) return [{ object, what: 'becomes "not null"' }];
  if (was.default !== undefined && is.default === undefined) return [{ object, what: 'loses its default' }];
  return [];
}

/** Old processes name keys in `on conflict`, and write rows that a new key may refuse. */
function keyChanges(table: string, before: TableShape, after: TableShape, added: Added): BreakingChange[] {
  const has = (shape: TableShape, definition: string) => [...shape.uniques.values()].includes(definition);
  const lost = [...before.uniques].filter(([, definition]) => !has(after, definition));
  const narrowing = [
    ...newOnes(before.uniques, after.uniques, added),
    ...newOnes(before.exclusions, after.exclusions, added),
  ].filter(([name]) => !lost.some(([other]) => other === name));
  return [
    ...lost.map(([name]) => ({
      object: `key ${table}.${name}`,
      what: 'is dropped or changed, and old processes may name its columns in "on conflict"',
    })),
    ...narrowing.map(([name]) => ({ object: `key ${table}.${name}`, what: 'may refuse rows of old processes' })),
  ];
}

type Added = readonly (readonly [string, Column])[];

/** Definitions that the earlier schema has not, unless a new column without a default keeps old rows out of them. */
function newOnes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  added: Added,
): (readonly [string, string])[] {
  const known = new Set(before.values());
  return [...after].filter(
    ([, definition]) =>
      !known.has(definition) &&
      (/NULLS NOT DISTINCT/.test(definition) ||
        !added.some(([name, column]) => column.default === undefined && mentions(definition, name))),
  );
}

const withoutTexts = (definition: string): string => definition.replace(/'(?:[^']|'')*'/g, "''");
const mentions = (definition: string, column: string): boolean =>
  new RegExp(`(?<![\\w."])${column.replace(/"/g, '"?')}(?![\\w"])`).test(withoutTexts(definition));

function checkChanges(table: string, before: TableShape, after: TableShape, added: Added): BreakingChange[] {
  const known = [...before.checks.values()].map(asValid);
  return [...after.checks]
    .map(([name, definition]) => [name, asValid(definition)] as const)
    .filter(([, definition]) => !known.some((one) => one === definition || isWider(definition, one)))
    .filter(([, definition]) => [...before.columns.keys()].some((column) => mentions(definition, column)))
    .filter(([, definition]) => !passesWithout(definition, added))
    .map(([name]) => ({
      object: `constraint ${table}.${name}`,
      what: 'is a narrower check on columns that old processes write',
    }));
}

const asValid = (definition: string): string => definition.replace(/ NOT VALID$/, '');

/** A check of the form `new column is null or ...` accepts rows that old processes insert. */
const passesWithout = (definition: string, added: Added): boolean =>
  added.some(
    ([name, { default: value }]) => value === undefined && definition.startsWith(`CHECK (${name} IS NULL OR `),
  );

/** Whether two checks differ only in lists of texts, of which the first contains all of the second. */
function isWider(wide: string, narrow: string): boolean {
  const LIST = /ARRAY\[([^\]]*)\]/g;
  if (wide.replace(LIST, '[]') !== narrow.replace(LIST, '[]')) return false;
  const lists = (text: string) => [...text.matchAll(LIST)].map(([, list = '']) => list.split(', '));
  const wider = lists(wide);
  // A list that is excluded becomes narrower by growing.
  if (/<> ALL|NOT /.test(narrow)) return wide === narrow;
  return lists(narrow).every((list, at) => list.every((one) => wider[at]?.includes(one)));
}
