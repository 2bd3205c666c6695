import { findInstallationHold, resumeSending } from '../sending/index.ts';
import { withDatabase } from './with-database.ts';

/** npm run resume-sending: lets sending go on after a restore or a failover. */
await withDatabase(async (db) => {
  const resumed = await db.global(resumeSending);
  // A change of servers that no running Quayside has noted yet: resuming it would skip the comparison for good.
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
