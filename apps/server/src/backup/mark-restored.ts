import { createDb, ensureAppRole, migrate, sql } from '../db/index.ts';
import { holdAfterRestore } from '../sending/index.ts';

/** Brings a restored database to this version and pauses all sending, as `npm run restored` does. */
export async function markRestored(
  ownerUrl: string,
  appDatabaseUrl: string | undefined,
  dataDir: string,
): Promise<void> {
  const appUrl = await ensureAppRole({ ownerUrl, appUrl: appDatabaseUrl, dataDir });
  await migrate(ownerUrl);
  const db = createDb({ ownerUrl, appUrl, poolSize: 2 });
  try {
    await db.global(async (tx) => {
      await holdAfterRestore(tx, 'restored');
      // The backup that this was restored from was still running in it.
      await tx.run(sql`delete from backup_run where ended_at is null`);
      await tx.run(sql`update backup_state set requested_at = null, wal_since = null, wal_until = null,
        wal_failing_since = null, wal_error = null`);
    });
  } finally {
    await db.close();
  }
}
