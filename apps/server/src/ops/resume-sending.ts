import { resumeSending } from '../sending/index.ts';
import { withDatabase } from './with-database.ts';

/** npm run resume-sending: lets sending go on after a restore or a failover. */
await withDatabase(async (db) => {
  const was = await db.global(resumeSending);
  process.stdout.write(was ? 'Sending goes on.\n' : 'Sending was not paused.\n');
});
