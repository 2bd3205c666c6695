import sql from 'sql-template-tag';
import type { Executor } from './executor.ts';
import { isOnCoordinator } from './global-tables.ts';

type TenantColumn = 'workplace_id' | 'account_id';

interface Policy {
  name: string;
  using: string | null;
  check: string | null;
  permissive: boolean;
  /** As in pg_policy: * for all, r, a, w, d. */
  command: string;
  /** Applies to every role. */
  everybody: boolean;
}

interface Table {
  name: string;
  columns: string[];
  enabled: boolean;
  forced: boolean;
  policies: Policy[];
  keys: { name: string; kind: 'unique' | 'exclusion'; columns: string[] }[];
  foreignKeys: { name: string; target: string; columns: string[]; targetColumns: string[] }[];
}

/**
 * Checks the catalog and returns one sentence for each violation of the rules for tenant isolation and Citus: each
 * table is either listed as global, or its keys start with its tenant column and row-level security is forced. Foreign
 * keys stay inside one tenant or reference a global table.
 */
export async function checkCitusRules(ex: Executor, globalTables: Readonly<Record<string, string>>): Promise<string[]> {
  const tables = await readTables(ex);
  const columnOf = new Map(tables.map((table) => [table.name, tenantColumn(table, globalTables)]));
  const names = new Set(tables.map((table) => table.name));
  const gone = Object.keys(globalTables).filter((name) => !names.has(name));
  return [
    ...gone.map((name) => `${name}: is listed as a global table and does not exist.`),
    ...tables.flatMap((table) => brokenBy(table, columnOf).map((what) => `${table.name}: ${what}`)),
  ];
}

/** A table with an account policy belongs to the account even with a workplace column, such as memberships. */
function tenantColumn(
  table: Table,
  globalTables: Readonly<Record<string, string>>,
): TenantColumn | 'global' | undefined {
  if (table.name in globalTables) return 'global';
  const held = (['workplace_id', 'account_id'] as const).filter((column) => table.columns.includes(column));
  return held.find((column) => isPoliced(table, column)) ?? held[0];
}

const WRITES = { a: 'insert', w: 'update', d: 'delete' } as const;
const COMMANDS = { r: 'select', ...WRITES } as const;

const policiesFor = ({ policies }: Table, command: string): Policy[] =>
  policies.filter((policy) => policy.command === '*' || policy.command === command);

/** The condition of tenant_table() or account_table(), as PostgreSQL prints it. */
const tenantIs = (column: TenantColumn): string => `${column} = app_${column}()`;

/** Splits an expression, as PostgreSQL prints it, at its top-level `and`. */
export function conjuncts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    // The first bracket closes before the end, so it does not enclose the whole.
    if (depth > 0) continue;
    if (text.startsWith(' OR ', at)) return [text];
    if (!text.startsWith(' AND ', at)) continue;
    parts.push(text.slice(from, at));
    from = at + ' AND '.length;
  }
  parts.push(text.slice(from));
  if (parts.length > 1) return parts.flatMap(conjuncts);
  const inner = text.startsWith('(') && closesAtEnd(text) ? text.slice(1, -1) : undefined;
  return inner === undefined ? [text] : conjuncts(inner);
}

function closesAtEnd(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}

/** Every write must match the tenant, as the first condition; a read policy may also admit another tenant column. */
function isPoliced(table: Table, column: TenantColumn): boolean {
  const wanted = tenantIs(column);
  const leads = (text: string | null) => text !== null && conjuncts(text)[0] === wanted;
  const alternatives = new Set([`(${tenantIs('account_id')})`, `(${tenantIs('workplace_id')})`]);
  const reads = (text: string | null) =>
    leads(text) ||
    (text
      ?.slice(1, -1)
      .split(' OR ')
      .every((one) => alternatives.has(one)) ??
      false);
  const good = (policy: Policy, command: string) =>
    policy.permissive &&
    policy.everybody &&
    (command === 'a' || (command === 'r' ? reads(policy.using) : leads(policy.using))) &&
    (command === 'r' || command === 'd' || leads(policy.check));
  return Object.keys(COMMANDS).every((command) => {
    const found = policiesFor(table, command);
    return found.length > 0 && found.every((policy) => good(policy, command));
  });
}

/**
 * Citus drops the word `restrictive` on its workers, where such a policy is OR-ed with the others and exposes every
 * tenant.
 */
function brokenPolicies(table: Table): string[] {
  const mend = `call merge_policies('${table.name}').`;
  const restrictive = table.policies.filter(({ permissive }) => !permissive);
  return [
    ...restrictive.map(({ name }) => `the policy ${name} is restrictive: ${mend}`),
    ...Object.entries(COMMANDS)
      .filter(([command]) => policiesFor(table, command).filter(({ permissive }) => permissive).length > 1)
      .map(([, name]) => `has more than one policy for ${name}: ${mend}`),
  ];
}

function brokenBy(table: Table, columnOf: ReadonlyMap<string, TenantColumn | 'global' | undefined>): string[] {
  const column = columnOf.get(table.name);
  const broken: string[] = [];
  if (column === undefined) {
    return ['has neither workplace_id nor account_id and is not listed with a reason in global-tables.ts.'];
  }
  for (const key of table.foreignKeys) {
    const target = columnOf.get(key.target);
    if (target === 'global') continue;
    if (column === 'global')
      broken.push(`the foreign key ${key.name} of a global table points to the tenant table ${key.target}.`);
    else if (target !== column)
      broken.push(`the foreign key ${key.name} points to ${key.target}, which is not distributed by ${column}.`);
    else if (isOnCoordinator(table.name) !== isOnCoordinator(key.target))
      broken.push(`the foreign key ${key.name} leads to or from the coordinator (ON_COORDINATOR in global-tables.ts).`);
    else if (key.columns[0] !== column || key.targetColumns[0] !== column) {
      broken.push(`the foreign key ${key.name} does not lead with ${column} on both sides.`);
    }
  }
  broken.push(...brokenPolicies(table));
  if (column === 'global') return broken;
  if (!table.enabled) broken.push('row level security is not enabled.');
  if (!table.forced) broken.push('row level security is not forced.');
  if (!isPoliced(table, column)) {
    broken.push(
      `has no policy on ${column}: call ${column === 'workplace_id' ? 'tenant_table' : 'account_table'}('${table.name}').`,
    );
  }
  if (table.keys.length === 0) broken.push('has no primary or unique key.');
  for (const key of table.keys) {
    if (key.columns[0] !== column) broken.push(`the key ${key.name} does not lead with ${column}.`);
  }
  return broken;
}

/**
 * Ordinary and partitioned tables of the schema public; partitions follow their parent. Unique indexes count as keys.
 */
async function readTables(ex: Executor): Promise<Table[]> {
  return ex.rows<Table>(sql`
    select c.relname name, c.relrowsecurity enabled, c.relforcerowsecurity forced,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) columns,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.polname, 'using', pg_get_expr(p.polqual, c.oid),
          'check', coalesce(pg_get_expr(p.polwithcheck, c.oid), pg_get_expr(p.polqual, c.oid)), 'permissive', p.polpermissive,
          'command', p.polcmd, 'everybody', p.polroles = '{0}'))
        from pg_policy p where p.polrelid = c.oid), '[]') policies,
      coalesce((select jsonb_agg(jsonb_build_object('name', x.relname,
          'kind', case when i.indisunique then 'unique' else 'exclusion' end,
          'columns', array(select a.attname from unnest(i.indkey::int2[]) with ordinality k(num, at)
            left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num where k.at <= i.indnkeyatts order by k.at)))
        from pg_index i join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)), '[]') keys,
      coalesce((select jsonb_agg(jsonb_build_object('name', f.conname, 'target', f.confrelid::regclass::text,
          'columns', array(select a.attname from unnest(f.conkey) with ordinality k(num, at)
            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num order by k.at),
          'targetColumns', array(select a.attname from unnest(f.confkey) with ordinality k(num, at)
            join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num order by k.at)))
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') "foreignKeys"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
}
