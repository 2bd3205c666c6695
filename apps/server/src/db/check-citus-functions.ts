import sql from 'sql-template-tag';
import { brokenCitusSql } from './citus-sql.ts';
import type { Executor } from './executor.ts';
import { isOnCoordinator } from './global-tables.ts';

/** Trigger functions that name a table of another node in a branch that only runs where it is found, each with the reason. */
const REACHES: Readonly<Record<string, string>> = {
  audit_changes: 'Reads account for members only, whose table is on the coordinator too.',
};

/** Functions with their owner's rights that name a table on the workers, each with the reason why no other role writes beside it. */
const OWNERS: Readonly<Record<string, string>> = {
  delete_exported_audit: 'Only for processes of a version that did not run on Citus.',
  erase_account_rows: 'Each call is a transaction of its own.',
  erase_audit_names: 'Only for processes of a version that did not run on Citus.',
  export_audit: 'Does all writes to the workspace in its transaction (history.db.test.ts).',
};

interface Fn {
  name: string;
  source: string;
  /** Names of the tables of rows that its triggers pass. */
  transitions: string[];
  /** Tables that it is a trigger of. */
  tables: string[];
  /** Runs with the rights of its owner. */
  isOwners: boolean;
}

/**
 * Functions and procedures with statements that Citus refuses, by name, with the violated rules (citus-sql.ts).
 * `transition-table`: a statement that writes reads a trigger's table of rows, which a worker does not find.
 * `trigger-reach`: a trigger on a distributed table names a table that is on another node.
 * `owner-reach`: it runs with its owner's rights and names a table on the workers, where Citus refuses it once the application has changed
 * rows of the workspace in the transaction.
 */
export async function checkCitusFunctions(ex: Executor): Promise<Record<string, string>> {
  const functions = await ex.rows<Fn>(sql`
    select p.proname as name, p.prosrc as source, p.prosecdef as "isOwners",
      array(select distinct name::text from pg_trigger t cross join lateral (values (t.tgoldtable), (t.tgnewtable)) n(name)
        where t.tgfoid = p.oid and name is not null) as transitions,
      array(select distinct c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where t.tgfoid = p.oid and not t.tgisinternal and c.relnamespace = 'public'::regnamespace) as tables
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prolang in (select oid from pg_language
      where lanname in ('plpgsql', 'sql')) order by p.proname`);
  const keys = await ex.rows<{ name: string; column: string }>(sql`
    select c.relname as name, a.attname as column from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace`);
  /** Where a table's rows are: with those of the same tenant column, or on the coordinator. */
  const homes = new Map(keys.map(({ name, column }) => [name, isOnCoordinator(name) ? 'coordinator' : column]));
  const found: Record<string, string> = {};
  for (const one of functions) {
    const rules = new Set<string>(brokenCitusSql(one.source));
    if (writesFrom(one)) rules.add('transition-table');
    if (!(one.name in REACHES) && reachesOut(one, homes)) rules.add('trigger-reach');
    if (one.isOwners && !(one.name in OWNERS) && homesOf(one.source, homes).some((home) => home !== 'coordinator'))
      rules.add('owner-reach');
    if (rules.size > 0) found[one.name] = [...rules].sort().join(', ');
  }
  return found;
}

const statementsOf = (source: string): string[] =>
  source
    .toLowerCase()
    .replace(/--[^\n]*/g, ' ')
    .split(/;|\b(?:begin|then|else|loop)\b/);

const writesFrom = ({ source, transitions }: Fn): boolean =>
  statementsOf(source).some(
    (text) =>
      /\b(?:insert into|update|delete from)\b/.test(text) &&
      transitions.some((name) => new RegExp(`\\b(?:from|join) ${name}\\b`).test(text)),
  );

/** Homes of the tables that a function names. */
const homesOf = (source: string, homes: ReadonlyMap<string, string>): string[] =>
  [...source.toLowerCase().matchAll(/\b(?:from|join|into|update)\s+([a-z_]\w*)/g)].flatMap(
    ([, name = '']) => homes.get(name) ?? [],
  );

function reachesOut({ source, tables }: Fn, homes: ReadonlyMap<string, string>): boolean {
  const named = homesOf(source, homes);
  return tables.some((table) => {
    const home = homes.get(table);
    return home !== 'coordinator' && named.some((other) => other !== home);
  });
}
