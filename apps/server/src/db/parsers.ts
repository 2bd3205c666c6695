import pg from 'pg';

const standard = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => (value: string) => unknown;
const textArray = standard(1009, 'text');

/** int8 as a number; throws instead of rounding beyond 2^53. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database returned ${text}, which exceeds a safe integer.`);
  return value;
}

/**
 * timestamptz as ISO-8601 UTC with milliseconds. Microseconds are cut, so a cursor column must be timestamptz(3);
 * throws for infinity and for years beyond 9999.
 */
export function parseTimestamptz(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d(?::\d\d){0,2})$/.exec(text);
  if (!match) throw new RangeError(`The database returned the time "${text}", which has no ISO 8601 form.`);
  const [, day, clock, fraction = '', offset = ''] = match;
  const ms = fraction.slice(0, 3).padEnd(3, '0');
  if (offset === '+00') return `${day}T${clock}.${ms}Z`;
  const zone = offset.length === 3 ? `${offset}:00` : offset.slice(0, 6);
  return new Date(`${day}T${clock}.${ms}${zone}`).toISOString();
}

const asText = (text: string): string => text;

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const deep = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(deep) : typeof value === 'string' ? parse(value) : value;
  return (text) => deep(textArray(text));
}

const byOid = new Map<number, (text: string) => unknown>([
  [20, parseInt8],
  [1016, arrayOf(parseInt8)],
  [1184, parseTimestamptz],
  [1185, arrayOf(parseTimestamptz)],
  [1082, asText],
  [1182, textArray],
  [1114, asText],
  [1115, textArray],
  [1186, asText],
  [1187, textArray],
  [1700, asText],
  [1231, textArray],
]);

/** Parsers from PostgreSQL's text to our values; see Executor for the rules. */
export const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && byOid.get(oid)) || standard(oid, format);
  },
};
