// npm run schema: writes apps/server/src/db/schema.sql from the migrations, on a PostgreSQL that is started for it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@quayside/server/src/db/index.ts';
import { printSchema, readSchema } from '@quayside/server/src/db/schema/schema-text.ts';
import { prepareTemplate } from '@quayside/server/src/testing/db/template.ts';
import { startTestServer } from '@quayside/server/src/testing/db/test-server.ts';

const file = join(import.meta.dirname, '../apps/server/src/db/schema.sql');
const scratch = mkdtempSync(join(tmpdir(), 'quayside-schema-'));
const server = await startTestServer(18);
try {
  const { ownerUrl } = await prepareTemplate(server.url, scratch);
  writeFileSync(file, await withClient(ownerUrl, 'quayside schema', async (c) => printSchema(await readSchema(c))));
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true });
}
