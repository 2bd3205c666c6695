import { expect, test } from 'vitest';
import { withClient } from '../db/index.ts';
import { testDatabase } from '../testing/db/index.ts';
import { inspectServer } from './server-source.ts';

const db = await testDatabase();

test('a dump of Citus is refused with what to do instead', async () => {
  await withClient(db.superuserUrl, 'test', async (client) => {
    // An ordinary PostgreSQL looks like Citus from here on.
    if (db.nodeUrls.length === 1) {
      expect(await inspectServer(client)).toMatchObject({ roles: ['quayside_app'] });
      await client.query(`set allow_system_table_mods = on; insert into pg_extension
        select 99999, 'citus', extowner, extnamespace, false, '13.2-1' from pg_extension where extname = 'plpgsql'`);
    }
    await expect(inspectServer(client)).rejects.toThrow(/Citus.*docs\/guides\/run-on-citus\.md/);
  });
});
