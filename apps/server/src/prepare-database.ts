import { ensureAppRole, migrate, withStartLock } from './db/index.ts';
import { installQueueTables } from './jobs/boss.ts';
import type { Log } from './log.ts';

export interface PrepareOptions {
  /** The owner of the database (DATABASE_URL). */
  ownerUrl: string;
  /** QUAYSIDE_APP_DATABASE_URL. */
  appUrl: string | undefined;
  dataDir: string;
  log: Log;
}

/**
 * Brings a database to what this version needs, one process at a time: the application's role, the tables, the queue and
 * the rights on it. Returns the application's address.
 */
export function prepareDatabase({ ownerUrl, appUrl, dataDir, log }: PrepareOptions): Promise<string> {
  const onWait = () => log.warn({}, 'another process prepares the database: waiting for it');
  return withStartLock(ownerUrl, onWait, async () => {
    // The role comes first: the migrations grant it its rights.
    const address = await ensureAppRole({ ownerUrl, appUrl, dataDir });
    await migrate(ownerUrl, {
      onWait: (migration) => log.warn({ migration }, 'a migration waits for a table that another session has locked'),
    });
    await installQueueTables(ownerUrl);
    return address;
  });
}
