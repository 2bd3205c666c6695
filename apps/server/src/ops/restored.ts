import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { WAL_KEY } from '../backup/wal-key.ts';
import { holdAfterRestore } from '../sending/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * npm run restored: run after restoring a snapshot, a dump or a copy of the data folder. Pauses all sending until
 * resumed.
 */
await withDatabase(async (db, dataDir) => {
  // A copy must not continue the log of the original in the same folder.
  rmSync(join(dataDir, WAL_KEY), { force: true });
  await db.global((tx) => holdAfterRestore(tx, 'restored'));
  process.stdout.write(
    'Sending is paused. Start Quayside to compare its orders with those at your suppliers, then run "npm run resume-sending".\n',
  );
});
