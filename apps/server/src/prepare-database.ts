import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { getConnections, readBudget, warnOfBudget } from './db/connection-budget.ts';
import {
  ensureAppRole,
  isDatabaseUnavailable,
  migrate,
  refuseTransactionPooling,
  withClient,
  withStartLock,
} from './db/index.ts';
import { installQueueTables } from './jobs/boss.ts';
import type { Log } from './log.ts';
import { settleAppSecret } from './secrets.ts';

export interface PrepareOptions {
  /** URL of the database's owner (DATABASE_URL). */
  ownerUrl: string;
  config: Pick<Config, 'databaseUrl' | 'appDatabaseUrl' | 'appSecret' | 'previousAppSecret' | 'poolSize' | 'roles'>;
  dataDir: string;
  log: Log;
}

export interface PreparedDatabase {
  /** URL for the application role. */
  appUrl: string;
  /** The installation's secret. */
  secret: string;
}

/** How long a start waits for a database that can't be reached: one that starts too, or a pooler that still remembers its absence. */
const REACH_MS = 30_000;
const AGAIN_MS = 1_000;

/**
 * Prepares a database for this version, one process at a time: application role, tables, queue with its privileges,
 * secret. Waits up to 30 seconds for a server that can't be reached; every step can be repeated.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<PreparedDatabase> {
  for (const end = Date.now() + REACH_MS; ; ) {
    try {
      return await prepareOnce(options);
    } catch (err) {
      if (!isDatabaseUnavailable(err) || Date.now() > end) throw err;
      options.log.warn({ err }, 'the database cannot be reached, trying again');
      await sleep(AGAIN_MS);
    }
  }
}

async function prepareOnce({ ownerUrl, config, dataDir, log }: PrepareOptions): Promise<PreparedDatabase> {
  // The embedded server is reached directly.
  const isElsewhere = config.databaseUrl !== undefined;
  if (isElsewhere) await refuseTransactionPooling(ownerUrl, 'DATABASE_URL');
  if (isElsewhere) {
    const budget = await withClient(ownerUrl, 'quayside setup', readBudget);
    const warning = warnOfBudget(budget, getConnections(config.poolSize, config.roles.worker));
    if (warning) log.warn({}, warning);
  }
  const onWait = () => log.warn({}, 'waiting for another process to finish preparing the database');
  return withStartLock(ownerUrl, onWait, async () => {
    // The role comes first: the migrations grant privileges to it.
    const appUrl = await ensureAppRole({ ownerUrl, appUrl: config.appDatabaseUrl, dataDir });
    if (isElsewhere) await refuseTransactionPooling(appUrl, 'QUAYSIDE_APP_DATABASE_URL');
    await migrate(ownerUrl, {
      onWait: (migration) => log.warn({ migration }, 'migration is waiting for a table locked by another session'),
      onNewer: (migration) =>
        log.warn({ migration }, 'the database was migrated by a newer version, whose schema this version can run on'),
    });
    await installQueueTables(ownerUrl);
    return { appUrl, secret: await settleAppSecret(ownerUrl, { ...config, dataDir }) };
  });
}
