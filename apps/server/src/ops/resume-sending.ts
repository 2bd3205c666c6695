import { findInstallationHold, resumeSending } from '../sending/index.ts';
import { withDatabase } from './with-database.ts';

/** npm run resume-sending: resumes sending after a restore or a failover. */
await withDatabase(async (db) => {
  const resumed = await db.global(resumeSending);
  // No running Quayside has noticed the server change yet: resuming now would skip the comparison permanently.
  const hold = await db.global((tx) => findInstallationHold(tx));
  if (hold) {
    process.stderr.write(
      'Sending is still paused because the data is on another PostgreSQL server. Start Quayside first to compare its orders with those at your suppliers.\n',
    );
    process.exitCode = 1;
    return;
  }
  process.stdout.write(resumed ? 'Sending resumed.\n' : 'Sending was not paused.\n');
});
