import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { tradeWorld } from '../testing/fakes/trade-world.ts';
import { sql, withClient } from './index.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/backup-and-restore.md'), 'utf8');
const db = await testDatabase();
const world = await tradeWorld(db);

const tablesOf = `select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'pgboss', 'warehouse') order by 1`;

/** What pg_dump needs first: every row, or an error instead of fewer rows. */
async function countAll(url: string): Promise<Record<string, number>> {
  return withClient(url, 'quayside test', async (client) => {
    await client.query('begin isolation level repeatable read read only; set local row_security = off');
    const { rows } = await client.query<{ name: string }>(tablesOf);
    const counts: Record<string, number> = {};
    for (const { name } of rows)
      counts[name] = Number((await client.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]?.n);
    return counts;
  });
}

it('the backup role of the guide reads everything, and the owner does not', async () => {
  const { scope } = await world.owner();
  const role = `backup_${db.name}`;
  const statements = (guide.split('```sql')[1]?.split('```')[0] ?? '')
    .replaceAll('quayside_backup', role)
    .replace('database quayside ', `database ${db.name} `);
  expect(statements).toContain('bypassrls');
  await withClient(db.superuserUrl, 'quayside test', (admin) => admin.query(statements));
  try {
    const url = new URL(db.ownerUrl);
    url.username = role;
    url.password = 'choose-one';
    const read = await countAll(url.href);
    expect(read).toEqual(await countAll(db.superuserUrl));
    expect(read).toMatchObject({ ledger_entry: 2, store: 1 });
    await expect(countAll(db.ownerUrl)).rejects.toThrow(/row-level security/);
    // The role reads and writes nothing.
    const write = withClient(url.href, 'quayside test', (client) => client.query('delete from ledger_entry'));
    await expect(write).rejects.toThrow(/permission denied/);
    const sum = await db.read(scope, (ex) =>
      ex.first<{ sum: string }>(
        sql`select sum(amount)::text as sum from ledger_entry where account_id = ${scope.accountId}`,
      ),
    );
    expect(sum?.sum).toBe('0');
  } finally {
    await withClient(db.superuserUrl, 'quayside test', (admin) =>
      admin.query(`drop owned by ${role}; drop role ${role}`),
    );
  }
});
