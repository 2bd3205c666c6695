import { describeDistribution } from '../db/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * npm run distribute: distributes the tables of a database on Citus that are not distributed yet, as every start does, and
 * says where they are.
 */
await withDatabase(async (db) => {
  const found = await db.owner(describeDistribution);
  if (!found) {
    process.stderr.write(
      'The database in DATABASE_URL has no Citus: run "create extension citus" in it on every node (docs/guides/run-on-citus.md).\n',
    );
    process.exitCode = 1;
    return;
  }
  process.stdout.write(
    `${found.distributed} tables are distributed over ${found.workers} workers (${found.shards} shards per table), ${found.local} are on the coordinator.\n`,
  );
});
