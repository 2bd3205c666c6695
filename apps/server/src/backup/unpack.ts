import { chmodSync, chownSync, createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Decrypter } from 'age-encryption';
import type { Account } from '../db/embedded/index.ts';
import { readArchive } from './archive.ts';
import { BackupRefused } from './backup-refused.ts';
import { type ArchiveEnd, endSchema, type Manifest, manifestSchema } from './manifest.ts';
import { DUMP } from './server-source.ts';

export interface UnpackOptions {
  file: string;
  decrypter: Decrypter;
  /** Refuses a backup before anything is written. */
  check?(manifest: Manifest): void;
  /** Folder for the files; undefined: they are only verified. */
  into?: string;
  /** Owner of the database's files. */
  account?: Account | undefined;
  /** Receives the dump, piece by piece. */
  onDump?(piece: Readable): Promise<void>;
}

/** Reads a whole backup. Throws BackupRefused if any part of it is missing or damaged; `into` must then be removed. */
export async function unpack(options: UnpackOptions): Promise<{ manifest: Manifest; end: ArchiveEnd }> {
  const { file, into, onDump } = options;
  let manifest: Manifest | undefined;
  let end: ArchiveEnd | undefined;
  await readArchive(file, options.decrypter, async ({ name, type, mode, content }) => {
    if (manifest === undefined) {
      if (name !== 'manifest.json') throw new BackupRefused(`${file} is not a backup of Quayside.`);
      manifest = parseManifest(file, await text(content));
      options.check?.(manifest);
    } else if (name === 'end.json') end = endSchema.parse(JSON.parse(await text(content)));
    else if (name.startsWith(`${DUMP}/`) && onDump) await onDump(content);
    else if (into !== undefined && !name.startsWith(`${DUMP}/`)) {
      await writeEntry(into, { name, type, mode, content }, options.account);
    } else content.resume();
  });
  if (!manifest || !end) throw new BackupRefused(`The backup file ${file} is not complete: use another one.`);
  return { manifest, end };
}

function parseManifest(file: string, json: string): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new BackupRefused(`${file} was made by a newer version of Quayside: restore it with that version.`);
}

async function writeEntry(
  into: string,
  { name, type, mode, content }: { name: string; type: string; mode: number; content: Readable },
  account: Account | undefined,
): Promise<void> {
  const target = join(into, normalize(name));
  if (!target.startsWith(into + sep)) throw new BackupRefused(`The backup names a file outside its folder: ${name}`);
  const isCluster = name === 'postgres/cluster' || name.startsWith('postgres/cluster/');
  if (type === 'directory') {
    content.resume();
    mkdirSync(target, { recursive: true, mode: 0o700 });
    if (isCluster) own(target, account);
    return;
  }
  // Folders above the cluster belong to Quayside, and the database's account passes through them.
  mkdirSync(dirname(target), { recursive: true, mode: account && name.startsWith('postgres/') ? 0o711 : 0o700 });
  // PostgreSQL syncs its own files when it recovers.
  await pipeline(content, createWriteStream(target, { mode: 0o600, flush: !isCluster }));
  if (isCluster) own(target, account);
  else if (mode !== 0o600) chmodSync(target, mode);
}

function own(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}
