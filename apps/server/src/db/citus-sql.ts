import { isOnCoordinator, ON_COORDINATOR } from './global-tables.ts';
import owners from './table-owners.json' with { type: 'json' };

/** SQL patterns that Citus refuses or runs differently from PostgreSQL, with their replacement. */
export const CITUS_SQL_RULES = {
  'bare-insert-select':
    'COPY FROM is not supported with row level security: append `returning 1` or `on conflict do nothing` to insert ... select.',
  'insert-subquery': 'INSERT ... VALUES holds no subquery: write insert ... select, with `returning 1`.',
  'volatile-update': 'An UPDATE or DELETE calls no volatile function: pass the time or the id as a parameter.',
  'conflict-function':
    'ON CONFLICT DO UPDATE calls immutable functions only: pass the time, or use excluded.x or seconds_after().',
  'conflict-subquery': 'ON CONFLICT DO UPDATE holds no subquery: merge in the application.',
  'returning-function':
    'RETURNING calls immutable functions only, and neither adds to nor compares times: return the columns and compute in the application.',
  'simple-case': 'Workers get CASE x WHEN y with another y: write CASE WHEN x = y in statements that write.',
  'case-function': 'CASE and COALESCE of a write call immutable functions only: pass the value as a parameter.',
  'stable-column':
    'A stable function in an UPDATE takes no column: compute the value in the application, or call seconds_after().',
  'correlated-lock': 'A subquery in SELECT ... FOR UPDATE names its tenant by the parameter, not by the outer table.',
  'mixed-join':
    'Joining a table of ON_COORDINATOR with a distributed one crashes Citus 13.2: read it in `with x as materialized (...)` first.',
  'mixed-subquery':
    'A subquery over a table of the coordinator names no distributed table around it, nor the other way: read one in `with x as materialized (...)` first.',
  'set-config': 'set_config() stays on the coordinator: use set local (scope.ts).',
  'notify-from': 'pg_notify over a table runs on the workers, where nobody listens: select the rows, then tx.notify().',
} as const;

export type CitusSqlRule = keyof typeof CITUS_SQL_RULES;

/** Functions by PostgreSQL volatility; a test compares the ones we call with pg_proc. */
export const VOLATILE = [
  'clock_timestamp',
  'timeofday',
  'random',
  'gen_random_uuid',
  'gen_random_bytes',
  'nextval',
  'setval',
];
export const STABLE = [
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'current_setting',
  'app_workplace_id',
  'app_account_id',
  'app_store_ids',
  'jsonb_build_object',
  'jsonb_build_array',
  'json_build_object',
  'json_build_array',
  'to_jsonb',
  'to_json',
  'jsonb_agg',
  'jsonb_populate_record',
  'concat',
  'concat_ws',
  'format',
  'to_char',
  'to_timestamp',
  'array_to_string',
  'age',
  'extract',
  'generate_series',
  'jsonb_to_recordset',
  'server_identity',
  'db_clock',
];
const KEYWORDS_NOW = [
  'current_timestamp',
  'current_date',
  'current_time',
  'localtimestamp',
  'localtime',
  'at time zone',
];

const calls = (names: readonly string[]): RegExp => new RegExp(`\\b(?:${names.join('|')})\\s*\\(`);
const volatileCall = calls(VOLATILE);
const anyCall = new RegExp(`${calls([...VOLATILE, ...STABLE]).source}|\\b(?:${KEYWORDS_NOW.join('|')})\\b`);

const addsTime = /[-+] (?:make_interval\b|interval\b)/;

const simpleCase = /\bcase (?!when\b)/;

/** Normalizes to lower case, single spaces and no comments; strings become '' and quoted names lose their quotes. */
function plain(sql: string): string {
  return sql
    .replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (found) => (found.startsWith("'") ? "''" : ' '))
    .replaceAll('"', '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Position of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

interface Statement {
  /** Its own text; each nested statement is `(#n)`. */
  text: string;
  inner: Statement[];
}

function statementOf(text: string): Statement {
  const inner: Statement[] = [];
  let own = '';
  for (let at = 0; at < text.length; at += 1) {
    const begins = text[at] === '(' && /^\(\s*(?:select|insert|update|delete|with)\b/.test(text.slice(at, at + 12));
    if (!begins) {
      own += text[at];
      continue;
    }
    const end = closing(text, at);
    own += `(#${inner.length})`;
    inner.push(statementOf(text.slice(at + 1, end).trim()));
    at = end;
  }
  return { text: own, inner };
}

const flat = (statement: Statement): Statement[] => [statement, ...statement.inner.flatMap(flat)];
const whole = (statement: Statement): string => [statement.text, ...statement.inner.map(whole)].join(' ');

/** The parts of a text between `case` and `end`, and inside coalesce. */
function conditionals(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/\bcoalesce\s*\(/g)) {
    const open = match.index + match[0].length - 1;
    found.push(text.slice(open + 1, closing(text, open)));
  }
  for (const match of text.matchAll(/\bcase\b/g)) found.push(text.slice(match.index).split(/\bend\b/)[0] ?? '');
  return found;
}

const TENANT_TABLES = new Set(
  Object.values(owners)
    .flat()
    .filter((table) => !isOnCoordinator(table)),
);

const sideOf = (table: string): ('coordinator' | 'workers')[] => {
  if (TENANT_TABLES.has(table)) return ['workers'];
  return isOnCoordinator(table) ? ['coordinator'] : [];
};

/** Tables of the coordinator are ordinary ones. A table passed as a parameter may be any. */
const isDistributed = (table: string): boolean => !table.includes('.') && !isOnCoordinator(table);

const NO_COLUMN =
  /''(?:::[a-z_[\]]+)?|\$\d+(?:::(?:double precision|[a-z_[\]]+))?|::(?:double precision|[a-z_[\]]+)|\b(?:null|true|false|interval|now|make_interval|days|hours|secs|mins)\b/g;

function stableOverColumn(text: string): boolean {
  for (const match of text.matchAll(new RegExp(calls(STABLE), 'g'))) {
    const open = match.index + match[0].length - 1;
    if (/[a-z_]/.test(text.slice(open + 1, closing(text, open)).replace(NO_COLUMN, ''))) return true;
  }
  // timestamptz + interval is stable too, also where the column is in the interval.
  for (const match of text.matchAll(/[-+] make_interval\s*\(/g)) {
    const open = match.index + match[0].length - 1;
    if (/[a-z_]/.test(text.slice(open + 1, closing(text, open)).replace(NO_COLUMN, ''))) return true;
  }
  if (/[-+] (?!now\b)[a-z_]\w*(?:\.\w+)? \* interval\b/.test(text)) return true;
  return /\b(?!now\b)[a-z_]\w*(?:\.\w+)? [-+] (?:make_interval\s*\(|interval\b)/.test(text);
}

/** Tables after from, join, update and using, by their alias. */
function tablesOf(text: string): Map<string, string> {
  const tables = new Map<string, string>();
  for (const [, table = '', alias = table] of text.matchAll(
    /\b(?:from|join|update|using) (?:only )?([a-z_][\w.]*)(?: as)?(?: (?!on\b|using\b|where\b|set\b|join\b|left\b|inner\b|cross\b|order\b|for\b|limit\b|group\b)([a-z_]\w*))?/g,
  ))
    tables.set(alias, table);
  return tables;
}

/** Whether a statement takes its tenant from an outer table instead of a parameter. */
const takesTenantOf = (statement: Statement, outer: readonly string[]): boolean => {
  const own = tablesOf(statement.text);
  return (
    outer.some(
      (name) => !own.has(name) && new RegExp(`\\b${name}\\.(?:workplace_id|account_id)\\b`).test(statement.text),
    ) || statement.inner.some((one) => takesTenantOf(one, outer))
  );
};

/** Whether a select joins a walled table of the coordinator with a distributed one. Names of `with` are not tables. */
function isMixedJoin(text: string): boolean {
  const named = [...text.matchAll(/\b([a-z_]\w*) as (?:not )?(?:materialized )?\(#/g)].map(([, name = '']) => name);
  const tables = [...text.matchAll(/\b(?:from|join) (?:only )?([a-z_][\w.]*)(?! ?\()/g)]
    .map(([, name = '']) => name)
    .filter((name) => !named.includes(name));
  return tables.some((name) => name in ON_COORDINATOR) && tables.some((name) => TENANT_TABLES.has(name));
}

/** Whether a subquery over tables on one side, coordinator or workers, takes a column of a table on the other from around it. */
function leansOnOther(statement: Statement, outer: ReadonlyMap<string, string>): boolean {
  const own = tablesOf(statement.text);
  const sides = new Set([...own.values()].flatMap(sideOf));
  const leans = [...outer].some(([alias, table]) => {
    const [side] = sideOf(table);
    if (own.has(alias) || side === undefined || sides.size === 0 || sides.has(side)) return false;
    return new RegExp(`\\b${alias}\\.`).test(statement.text);
  });
  return leans || statement.inner.some((one) => leansOnOther(one, outer));
}

function broken(statement: Statement): CitusSqlRule[] {
  const { text } = statement;
  const all = whole(statement);
  const found = new Set<CitusSqlRule>();
  const insert = /\binsert into ([\w.$]+)/.exec(text);
  const update = /(?:^|\) |\b(?:do|begin|then|else|loop) )update (?:only )?([\w.$]+)(?: as)?(?: [\w]+)? set\b/.exec(
    text,
  );
  const [, conflict = ''] = text.split(/\bdo update\b/);
  if (insert && isDistributed(insert[1] ?? '')) {
    // `(#0)` is a select in brackets unless it is among values.
    const rows = text.slice(insert.index + insert[0].length);
    const selects = /\bselect\b/.test(rows) || /^ ?(?:\([^()]*\) ?)?(?:\(#\d+\)|table\b)/.test(rows);
    if (selects && !/\breturning\b|\bon conflict\b/.test(text.slice(insert.index))) found.add('bare-insert-select');
    if (/\bvalues\b/.test(rows) && rows.split(/\bon conflict\b/)[0]?.includes('(#')) found.add('insert-subquery');
    if (anyCall.test(conflict) || addsTime.test(conflict)) found.add('conflict-function');
    if (conflict.includes('(#')) found.add('conflict-subquery');
    if (conditionals(text).some((one) => anyCall.test(one))) found.add('case-function');
  }
  if (
    ((insert && isDistributed(insert[1] ?? '')) || (update && isDistributed(update[1] ?? ''))) &&
    simpleCase.test(all)
  )
    found.add('simple-case');
  if (update && !insert && isDistributed(update[1] ?? '')) {
    if (volatileCall.test(all)) found.add('volatile-update');
    if (conditionals(text).some((one) => anyCall.test(one))) found.add('case-function');
    if (stableOverColumn(text)) found.add('stable-column');
  }
  const removed = /\bdelete from (?:only )?([\w.$]+)/.exec(text);
  if (removed && isDistributed(removed[1] ?? '') && volatileCall.test(all)) found.add('volatile-update');
  const written = insert ?? update ?? removed;
  const [, returned = ''] = text.split(/\breturning\b/);
  if (written && isDistributed(written[1] ?? '') && (anyCall.test(returned) || addsTime.test(returned)))
    found.add('returning-function');
  if (/\bfor (?:no key )?(?:update|share|key share)\b/.test(text)) {
    const outer = [...tablesOf(text)].filter(([, table]) => isDistributed(table)).map(([name]) => name);
    if (statement.inner.some((one) => takesTenantOf(one, outer))) found.add('correlated-lock');
  }
  if (text.split(/\b(?:union|except|intersect)\b/).some(isMixedJoin)) found.add('mixed-join');
  if (statement.inner.some((one) => leansOnOther(one, tablesOf(text)))) found.add('mixed-subquery');
  if (/\bset_config\s*\(/.test(text)) found.add('set-config');
  if (/\bpg_notify\s*\(/.test(text) && /\bfrom [a-z_$][\w.]*(?! ?\()(?:\s|$)/.test(text)) found.add('notify-from');
  return [...found];
}

/** Rules violated by an SQL text, once for each statement. Parameters are written $1. */
export const brokenCitusSql = (sql: string): CitusSqlRule[] =>
  plain(sql)
    .split(';')
    .flatMap((text) => flat(statementOf(text.trim())))
    .flatMap(broken);
