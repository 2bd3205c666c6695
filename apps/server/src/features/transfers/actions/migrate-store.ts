import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import {
  closeMigratedStore,
  type MigratedStore,
  openMigratedStore,
  readStoreToMigrate,
} from '../../connections/index.ts';
import type { MigrationPayload } from '../jobs/migrate-jobs.ts';
import { findMigration, migrationContext, saveMigrationCredentials, setMigration } from '../migration-repo.ts';

/**
 * The job: reads the store's facts and credentials, saves them encrypted with the migration, closes the store at its
 * source and opens it at the destination. Each step is idempotent after a crash; a store that doesn't respond is
 * retried.
 */
export async function migrateStore(deps: Deps, { from, migrationId, storeId, to }: MigrationPayload): Promise<void> {
  const row = { workplace_id: to.workplaceId, migration_id: migrationId };
  const migration = await deps.db.read(to, (ex) => findMigration(ex, to.workplaceId, migrationId));
  if (migration?.state !== 'agreed') return;
  try {
    let carried = migration.carried
      ? deps.vault.open<MigratedStore>(migration.carried, migrationContext(migrationId))
      : undefined;
    for (;;) {
      // Credentials renewed in the meantime are read again: only the newest pair works.
      if (carried && (await closeMigratedStore(deps, from, storeId, carried))) break;
      const read = await readStoreToMigrate(deps, from, storeId);
      carried = read;
      await deps.db.tenant(to, (tx) =>
        saveMigrationCredentials(tx, row, deps.vault.seal(read, migrationContext(migrationId))),
      );
    }
    await openMigratedStore(deps, to, carried);
    await deps.db.tenant(to, async (tx) => {
      await setMigration(tx, row, 'agreed', 'done');
      await publish(tx, to.workplaceId, 'stores');
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The store itself refused, or was moved elsewhere meanwhile: it stays.
    await deps.db.tenant(to, async (tx) => {
      await setMigration(tx, row, 'agreed', 'failed', { key: error.code, params: error.params });
      await publish(tx, to.workplaceId, 'stores');
    });
  }
}
