import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { STABLE, VOLATILE } from './citus-sql.ts';
import { sql } from './index.ts';

const db = await testDatabase();

it('knows every volatile and stable function that a statement of ours calls', async () => {
  const script = join(import.meta.dirname, '../../../../scripts/check-citus-sql.mjs');
  const { stdout } = spawnSync(process.execPath, [script, '--calls'], { encoding: 'utf8' });
  const names = JSON.parse(stdout) as string[];
  expect(names).toContain('clock_timestamp');
  const marked = await db.global((tx) =>
    tx.rows<{
      name: string;
      volatile: boolean;
    }>(sql`select proname as name, bool_or(provolatile = 'v') as volatile from pg_proc
      where proname = any(${names}::text[]) and pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace)
        and provolatile <> 'i' group by proname order by proname`),
  );
  const lists = { volatile: new Set<string>(VOLATILE), stable: new Set<string>(STABLE) };
  const unknown = marked.filter(({ name, volatile }) => !lists[volatile ? 'volatile' : 'stable'].has(name));
  expect(unknown).toEqual([]);
});
