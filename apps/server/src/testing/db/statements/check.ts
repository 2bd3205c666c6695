import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, prepareTemplate } from '../template.ts';
import { startTestServer } from '../test-server.ts';
import { compareStatements } from './prepare.ts';
import { readStatements } from './record.ts';

/**
 * node check.ts FOLDER
 *
 * Prepares on PostgreSQL 15 each statement that the database tests executed on 18 (recorded in FOLDER, see setup.ts). Fails when
 * there is one that only 18 prepares.
 */
const statements = readStatements(process.argv[2] ?? '');
if (statements.length === 0) throw new Error('no statement was recorded');
const scratch = mkdtempSync(join(tmpdir(), 'quayside-statements-'));
const older = await startTestServer(15);
const newer = await startTestServer(18);
try {
  const template = async (url: string) =>
    at(url, (await prepareTemplate(url, mkdtempSync(join(scratch, 'of-')))).template);
  const urls = { older: await template(older.url), newer: await template(newer.url) };
  const { prepared, grammarOnly, onNeither, refused } = await compareStatements(statements, urls);
  console.log(
    `${statements.length} distinct statements: ${prepared} prepared on PostgreSQL 15, ${grammarOnly} of several commands ` +
      `checked for grammar, ${onNeither.length} on tables of a test's own`,
  );
  for (const { text, message } of refused) console.error(`\nPostgreSQL 15: ${message}\n${text}`);
  if (refused.length > 0) process.exitCode = 1;
} finally {
  await Promise.all([older.stop(), newer.stop()]);
  rmSync(scratch, { recursive: true, force: true });
}
