import { createHash } from 'node:crypto';
import type { SchemaText } from '../schema/schema-text.ts';

/** Hash that identifies the lines of an object. */
export const hashLines = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);

/**
 * First difference from the expected schema, as part of a sentence; undefined: none. `expected` holds the hash of each
 * object, `texts` the expected lines of objects that have not changed since.
 */
export function findDifference(
  found: SchemaText,
  expected: Readonly<Record<string, string>>,
  texts: () => SchemaText,
): string | undefined {
  for (const [object, hash] of Object.entries(expected)) {
    const lines = found.get(object);
    if (!lines) return `the ${object} is missing`;
    if (hashLines(lines) === hash) continue;
    const wanted = texts().get(object) ?? [];
    return `the ${object} ${hashLines(wanted) === hash ? describeChange(wanted, lines) : 'was changed'}`;
  }
  const extra = [...found.keys()].find((object) => !Object.hasOwn(expected, object));
  return extra && `the ${extra} is not part of Quayside`;
}

function describeChange(wanted: readonly string[], found: readonly string[]): string {
  const at = wanted.findIndex((line, n) => line !== found[n]);
  const n = at < 0 ? wanted.length : at;
  return `has ${quote(found[n])} where ${quote(wanted[n])} is expected`;
}

const quote = (line?: string): string => (line === undefined ? 'nothing' : `"${line.trim().replace(/,$/, '')}"`);
