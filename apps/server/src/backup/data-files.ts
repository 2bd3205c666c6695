import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup as copySqlite, DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import type { ArchiveWriter } from './archive.ts';
import { WAL_KEY } from './wal-key.ts';

/** Folders of the data folder that can't be made again. Images that are drawn on request (pictures) can. */
export const FOLDERS = ['files', 'imported-pictures'];

/** Adds secrets and files of the data folder. Files deleted since the database was read may be missing. */
export async function copyDataFiles(
  archive: ArchiveWriter,
  { appSecret, s3 }: Pick<Config, 'appSecret' | 's3'>,
  dataDir: string,
): Promise<void> {
  if (appSecret) await archive.text('app-secret', appSecret);
  else await archive.file('app-secret', join(dataDir, 'app-secret'));
  await archive.file('app-role-password', join(dataDir, 'app-role-password'));
  await archive.file(WAL_KEY, join(dataDir, WAL_KEY));
  for (const folder of FOLDERS)
    if (existsSync(join(dataDir, folder)) && !(folder === 'files' && s3))
      await copyFolder(archive, join(dataDir, folder), folder);
  const sandbox = join(dataDir, 'sandbox');
  if (!existsSync(join(sandbox, 'sandbox.sqlite'))) return;
  await archive.folder('sandbox');
  await archive.file('sandbox/secret', join(sandbox, 'secret'));
  await copyDatabase(archive, join(sandbox, 'sandbox.sqlite'), 'sandbox/sandbox.sqlite');
}

async function copyFolder(archive: ArchiveWriter, from: string, to: string): Promise<void> {
  await archive.folder(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [at, name] = [join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) await copyFolder(archive, at, name);
    else if (entry.isFile()) await archive.file(name, at);
  }
}

/** The sandbox's database may be in use: SQLite copies one state of it. */
async function copyDatabase(archive: ArchiveWriter, from: string, name: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'quayside-backup-'));
  try {
    const source = new DatabaseSync(from, { readOnly: true });
    try {
      await copySqlite(source, join(scratch, 'copy'));
    } finally {
      source.close();
    }
    await archive.file(name, join(scratch, 'copy'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
