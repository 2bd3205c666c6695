import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareTemplate } from './template.ts';
import { startTestServer, sweepTestServers } from './test-server.ts';

/**
 * Vitest's global setup for `*.db.test.ts`: one PostgreSQL for the whole run and one template in it. The server is
 * the one in QUAYSIDE_TEST_PG (a superuser's address; the coordinator of Citus when its database has workers) or is started here, in the version QUAYSIDE_TEST_PG_MAJOR. Vitest asks for each
 * of its projects, in turn; the first one has it started, and stopped at the end.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.QUAYSIDE_TEST_DB) return undefined;
  const scratch = mkdtempSync(path.join(tmpdir(), 'quayside-test-setup-'));
  const given = process.env.QUAYSIDE_TEST_PG;
  if (!given) await sweepTestServers();
  const server = given ? undefined : await startTestServer(wantedMajor());
  try {
    process.env.QUAYSIDE_TEST_DB = JSON.stringify(await prepareTemplate(given ?? server?.url ?? '', scratch));
  } catch (err) {
    await server?.stop();
    throw err;
  }
  return async () => {
    await server?.stop();
    rmSync(scratch, { recursive: true, force: true });
  };
}

function wantedMajor(): 15 | 18 {
  const wanted = process.env.QUAYSIDE_TEST_PG_MAJOR ?? '18';
  if (wanted !== '15' && wanted !== '18') throw new Error(`QUAYSIDE_TEST_PG_MAJOR is "${wanted}": give 15 or 18.`);
  return wanted === '15' ? 15 : 18;
}
