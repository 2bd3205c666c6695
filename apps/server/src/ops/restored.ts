import { holdAfterRestore } from '../sending/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * npm run restored: run after restoring a snapshot, a dump or a copy of the data folder. Pauses all sending until
 * resumed.
 */
await withDatabase(async (db) => {
  await db.global((tx) => holdAfterRestore(tx, 'restored'));
  process.stdout.write(
    'Sending is paused. Start Quayside to compare its orders with those at your suppliers, then run "npm run resume-sending".\n',
  );
});
