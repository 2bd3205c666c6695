import { join } from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { resolveDataDir, StartRefused, startEmbedded } from '../db/embedded/index.ts';
import { createDb, type Db, ensureAppRole, MigrationRefused, migrate } from '../db/index.ts';
import { loadEnvFile } from '../env-file.ts';

const root = join(import.meta.dirname, '../../../..');

type Work = (db: Db, dataDir: string) => Promise<void>;

/**
 * Runs an operator command on this installation's database: DATABASE_URL, or the embedded one while Quayside is
 * stopped. Reads settings like a start, including the checkout's .env file (`from`); expected errors are one sentence
 * and exit code 1.
 */
export async function withDatabase(work: Work, from: string = root): Promise<void> {
  try {
    await runOnDatabase(work, from);
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartRefused || error instanceof MigrationRefused;
    if (!expected) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function runOnDatabase(work: Work, from: string): Promise<void> {
  loadEnvFile(from);
  const config = readConfig(process.env, [], from);
  const { dir: dataDir } = resolveDataDir(config.dataDir);
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir });
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? '';
    const appUrl = await ensureAppRole({ ownerUrl, appUrl: config.appDatabaseUrl, dataDir });
    await migrate(ownerUrl);
    const db = createDb({ ownerUrl, appUrl, poolSize: 2 });
    try {
      await work(db, dataDir);
    } finally {
      await db.close();
    }
  } finally {
    await embedded?.stop();
  }
}
