import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { findRunning, startEmbedded } from '../db/embedded/index.ts';
import { withClient } from '../db/index.ts';
import { withPassphrase, writeArchive } from './archive.ts';
import { backupName, writeWhole } from './backup-file.ts';
import { BackupRefused } from './backup-refused.ts';
import { copyDataFiles } from './data-files.ts';
import { copyCluster } from './embedded-source.ts';
import type { ArchiveEnd, Manifest } from './manifest.ts';
import { findClient } from './postgres-client.ts';
import { dumpServer, inspectServer, withBackupLogin } from './server-source.ts';

export interface BackupRequest {
  config: Pick<Config, 'databaseUrl' | 'backup' | 'appSecret' | 's3'>;
  /** The data folder returned by resolveDataDir. */
  dataDir: string;
  /** Folder of the backup file. */
  dir: string;
  passphrase: string;
  now?: () => Date;
  /** Called once the lock is held, with the connection of the backup. */
  onBegin?: (name: string) => Promise<void>;
  /** For tests: cost of the passphrase. */
  logN?: number;
}

export interface MadeBackup {
  name: string;
  file: string;
  bytes: number;
}

/** Another backup holds the lock. */
export class BackupBusy extends BackupRefused {}

/** Advisory lock of backups of one database, held as long as the connection of one. */
const LOCK = 7_264_310_005;

const version = (): string =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as { version: string })
    .version;

/** Backs up the database, secrets and files into one encrypted file. Quayside may be running. */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { config, dataDir } = request;
  if (config.databaseUrl) return ofServer(request, config.backup.databaseUrl ?? config.databaseUrl);
  const running = await findRunning(dataDir);
  if (running) return ofEmbedded(request, running);
  const server = await startEmbedded({ dataDir });
  try {
    return await ofEmbedded(request, server.superuserUrl);
  } finally {
    await server.stop();
  }
}

const ofEmbedded = (request: BackupRequest, url: string): Promise<MadeBackup> =>
  // Not named as Quayside's own connections, which a start that takes over the server ends.
  withClient(url, 'backup', async (client) => {
    await lock(client);
    const facts = { kind: 'embedded' as const, pgMajor: 18, platform: `${process.platform}-${process.arch}` };
    return write(request, facts, async (archive) => {
      const cluster = join(request.dataDir, 'postgres', 'cluster');
      await archive.file('postgres/passwords.json', join(request.dataDir, 'postgres', 'passwords.json'));
      return copyCluster(client, url, cluster, archive);
    });
  });

const ofServer = (request: BackupRequest, url: string): Promise<MadeBackup> =>
  withBackupLogin(url, async (client) => {
    await lock(client);
    const server = await inspectServer(client);
    const programs = findClient(server.major);
    const { major: pgMajor, owner, roles } = server;
    const facts = { kind: 'server' as const, pgMajor, clientMajor: programs.major, owner, roles };
    return write(request, facts, async (archive) => {
      const books = await dumpServer(client, url, programs, archive);
      return { books, lsn: null, timeline: null };
    });
  });

async function lock(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
  if (!rows[0]?.free) throw new BackupBusy('Another backup of this database is running: wait for its end.');
}

type Facts = Manifest extends infer M
  ? M extends Manifest
    ? Omit<M, 'format' | 'version' | 'startedAt'>
    : never
  : never;

async function write(
  request: BackupRequest,
  facts: Facts,
  copyDatabase: (archive: Parameters<Parameters<typeof writeArchive>[2]>[0]) => Promise<Omit<ArchiveEnd, 'endedAt'>>,
): Promise<MadeBackup> {
  const now = request.now ?? (() => new Date());
  const startedAt = now();
  const name = backupName(startedAt);
  await request.onBegin?.(name);
  const made = await writeWhole(request.dir, name, (target) =>
    writeArchive(target, withPassphrase(request.passphrase, request.logN), async (archive) => {
      const manifest = { format: 1, version: version(), startedAt: startedAt.toISOString(), ...facts } as Manifest;
      await archive.text('manifest.json', JSON.stringify(manifest));
      const end = await copyDatabase(archive);
      await copyDataFiles(archive, request.config, request.dataDir);
      await archive.text('end.json', JSON.stringify({ endedAt: now().toISOString(), ...end } satisfies ArchiveEnd));
    }),
  );
  return { name, ...made };
}
