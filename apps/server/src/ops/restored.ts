import { holdAfterRestore } from '../sending/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * npm run restored: after a copy of the database or of the data folder was put back by other means (a snapshot, pg_restore).
 * Holds all sending until it is resumed.
 */
await withDatabase(async (db) => {
  await db.global((tx) => holdAfterRestore(tx, 'restored'));
  process.stdout.write(
    'Sending is paused. Start Quayside to compare its orders with those at your suppliers, then run "npm run resume-sending".\n',
  );
});
