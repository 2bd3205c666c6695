// Migrations since the last release (apps/server/src/db/released) may only expand the schema, because processes of that release keep
// running on it, and may not block its tables for long. A contraction says since which release nothing uses what it takes away.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '@quayside/server/src/db/migration-files.ts';
import { migrationFaults } from '@quayside/server/src/db/released/migration-faults.ts';
import { readFacts, readReleasedSchema } from '@quayside/server/src/db/released/release-facts.ts';
import { root } from './sources.mjs';

const faults = migrationFaults({
  facts: readFacts(root),
  releasedSchema: readReleasedSchema(root),
  schema: readFileSync(join(root, 'apps/server/src/db/schema.sql'), 'utf8'),
  migrations: readMigrations(),
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
