import sql from 'sql-template-tag';
import { brokenCitusSql } from './citus-sql.ts';
import type { Executor } from './executor.ts';

/**
 * Functions and procedures with statements that Citus refuses, by name, with the violated rules (citus-sql.ts).
 * `transition-table`: a trigger passes a table of its rows, which a worker does not find.
 */
export async function checkCitusFunctions(ex: Executor): Promise<Record<string, string>> {
  const functions = await ex.rows<{ name: string; source: string; transition: boolean }>(sql`
    select p.proname as name, p.prosrc as source, exists (select from pg_trigger t where t.tgfoid = p.oid
        and (t.tgoldtable is not null or t.tgnewtable is not null)) as transition
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prolang in (select oid from pg_language
      where lanname in ('plpgsql', 'sql')) order by p.proname`);
  const found: Record<string, string> = {};
  for (const { name, source, transition } of functions) {
    const rules = new Set<string>([...(transition ? ['transition-table'] : []), ...brokenCitusSql(source)]);
    if (rules.size > 0) found[name] = [...rules].sort().join(', ');
  }
  return found;
}
