import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Decrypter } from 'age-encryption';
import pg from 'pg';
import { type EmbeddedServer, productionSettings, startEmbedded } from '../db/embedded/index.ts';
import { appRoleName, withClient } from '../db/index.ts';
import { type Books, compareBooks, readBooks } from './books.ts';
import { feedDump, listObjects, withoutSystem } from './feed-dump.ts';
import type { ArchiveEnd, Manifest } from './manifest.ts';
import { findClient } from './postgres-client.ts';
import { readBeginning } from './read-beginning.ts';
import { recover } from './recover.ts';
import { withScratch } from './scratch.ts';

export interface Verified {
  /** Rows in all tables of the restored database. */
  rows: number;
  /** false: the database was never still, so only sums that hold at any moment were compared. */
  exact: boolean;
}

/** Restores a backup into a scratch database of its own and compares its books with those of the original. Throws if they differ. */
export async function verifyBackup(file: string, decrypter: Decrypter, dataDir: string): Promise<Verified> {
  return withScratch(dataDir, 'verifying', async (scratch, account) => {
    const content = join(scratch, 'content');
    mkdirSync(content, { mode: account ? 0o711 : 0o700 });
    const { manifest, end, beginning } = await readBeginning({ file, decrypter, into: content, account });
    const server =
      manifest.kind === 'embedded'
        ? await recover(content, account, { ...(end.lsn ? { lsn: end.lsn } : {}), durable: false })
        : await loadDump(file, decrypter, manifest, beginning, join(scratch, 'server'));
    try {
      const books = await withClient(server.superuserUrl, 'quayside verification', async (client) => {
        await client.query('set statement_timeout = 0');
        return readBooks(client);
      });
      return judge(manifest, end, books);
    } finally {
      await server.stop();
    }
  });
}

function judge(manifest: Manifest, end: ArchiveEnd, books: Books): Verified {
  const exact = manifest.kind === 'server' || end.lsn !== null;
  const differences = exact ? compareBooks(end.books, books) : [];
  if (books.sums['ledger drift'] !== '0') differences.push(`the ledger is off by ${books.sums['ledger drift']}`);
  if (differences.length > 0) throw new Error(`the restored backup differs: ${differences.slice(0, 5).join('; ')}`);
  return { rows: Object.values(books.rows).reduce((sum, n) => sum + n, 0), exact };
}

/** A dump needs no rights on the server it came from to be tried: the embedded PostgreSQL restores it. */
async function loadDump(
  file: string,
  decrypter: Decrypter,
  manifest: Extract<Manifest, { kind: 'server' }>,
  beginning: Buffer,
  dir: string,
): Promise<EmbeddedServer> {
  const programs = findClient(manifest.clientMajor);
  mkdirSync(dir, { mode: 0o711 });
  const settings = { ...productionSettings, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const server = await startEmbedded({ dataDir: dir, settings, durable: false });
  try {
    await withClient(server.superuserUrl, 'quayside verification', async (client) => {
      for (const role of new Set([manifest.owner, appRoleName, ...manifest.roles])) {
        const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
        if (!rowCount) await client.query(`create role ${pg.escapeIdentifier(role)}`);
      }
    });
    const list = withoutSystem(await listObjects(programs, beginning));
    await feedDump({ file, decrypter, programs, url: server.superuserUrl, list, more: '' });
    return server;
  } catch (err) {
    await server.stop();
    throw err;
  }
}
