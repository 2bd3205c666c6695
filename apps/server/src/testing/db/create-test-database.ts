import { randomBytes } from 'node:crypto';
import { createDb, type Db, type DbOptions } from '../../db/index.ts';
import { dropOnNodes, onNodes } from './citus.ts';
import { at, type TestTemplate } from './template.ts';

export interface TestDatabase extends Db {
  name: string;
  ownerUrl: string;
  appUrl: string;
  /** A superuser's address of it: for laying out what the application could never write itself. */
  superuserUrl: string;
  /** The same on each node of a distributed database. */
  nodeUrls: string[];
  /** Closes the Db and removes the database. */
  drop(): Promise<void>;
}

/**
 * A database of its own, copied from the template. Outside Vitest call drop() at the end; inside use testDatabase().
 * `from`: the template of another server than the run's.
 */
export async function createTestDatabase(
  options: Partial<DbOptions> = {},
  from: TestTemplate = currentTemplate(),
): Promise<TestDatabase> {
  const { adminUrl, ownerUrl, appUrl, template, workers } = from;
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const owner = new URL(ownerUrl).username;
  const nodes = [adminUrl, ...workers];
  await onNodes(nodes, `create database ${name} template ${template} owner ${owner} strategy file_copy`);
  // As the guides say for a server of one's own, so that plans are the same on each.
  if (process.env.QUAYSIDE_TEST_PG) await onNodes(nodes, `alter database ${name} set random_page_cost = 1.1`);
  const urls = { ownerUrl: at(ownerUrl, name), appUrl: at(appUrl, name) };
  const db = createDb({ poolSize: 5, ...urls, ...options });
  return {
    ...db,
    ...urls,
    superuserUrl: at(adminUrl, name),
    nodeUrls: nodes.map((url) => at(url, name)),
    name,
    async drop() {
      await db.close();
      await dropOnNodes(nodes, name);
    },
  };
}

/** The template on the server of this test run. */
export function currentTemplate(): TestTemplate {
  const text = process.env.QUAYSIDE_TEST_DB;
  if (!text) throw new Error('No test database server: run the tests through Vitest, whose global setup starts one.');
  return JSON.parse(text) as TestTemplate;
}
