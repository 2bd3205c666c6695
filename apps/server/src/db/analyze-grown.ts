import { withClient } from './connection.ts';

/**
 * Tables that are larger by a tenth than their statistics say, and of which PostgreSQL knows no analysis. A crash sets its counters of
 * changes to zero and a restore begins with none, so that autovacuum doesn't analyze what was written before, and queries are planned
 * for tables as small as they used to be.
 */
const GROWN = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid join pg_namespace n on n.oid = c.relnamespace
  where s.last_analyze is null and s.last_autoanalyze is null and pg_has_role(current_user, c.relowner, 'usage')
    and pg_relation_size(c.oid) > 1.1 * current_setting('block_size')::bigint * greatest(c.relpages, 7)
  order by c.oid`;

/**
 * Analyzes such tables, one at a time. Returns their names.
 *
 * @param signal ends it after the table that it is at.
 */
export const analyzeGrown = (ownerUrl: string, signal?: AbortSignal): Promise<string[]> =>
  withClient(ownerUrl, 'quayside statistics', async (client) => {
    const { rows } = await client.query<{ name: string }>(GROWN);
    const done: string[] = [];
    for (const { name } of rows) {
      if (signal?.aborted) break;
      await client.query(`analyze ${name}`);
      done.push(name);
    }
    return done;
  });
