import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { resolveDataDir, startEmbedded } from '../db/embedded/index.ts';
import { createDb, type Db, ensureAppRole, migrate } from '../db/index.ts';

export const root = join(import.meta.dirname, '../../../..');

/** Runs an operator's command on the database of this installation: DATABASE_URL, or the embedded one while Quayside is stopped. */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const config = readConfig(process.env, [], root);
  const { dir: dataDir } = resolveDataDir(config.dataDir);
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir });
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? '';
    const appUrl = await ensureAppRole({ ownerUrl, appUrl: config.appDatabaseUrl, dataDir });
    await migrate(ownerUrl);
    const db = createDb({ ownerUrl, appUrl, poolSize: 2 });
    try {
      await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await embedded?.stop();
  }
}
