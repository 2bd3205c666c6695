import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from '../db/embedded/index.ts';

/**
 * The key of the kept log, in the data folder and in every backup. A restored data folder gets a new one, so two copies
 * of an installation never write to the same folder.
 */
export const WAL_KEY = 'wal-key';

export interface WalKey {
  /** Decrypts. */
  identity: string;
  /** Encrypts: no passphrase is needed, whose cost would be a second for each segment. */
  recipient: string;
  /** Name of the folder below the backups' folder. */
  folder: string;
}

export async function readWalKey(dir: string): Promise<WalKey | undefined> {
  const file = join(dir, WAL_KEY);
  return existsSync(file) ? describe(readFileSync(file, 'utf8').trim()) : undefined;
}

export async function createWalKey(dataDir: string): Promise<WalKey> {
  const { generateIdentity } = await import('age-encryption');
  const identity = await generateIdentity();
  const file = join(dataDir, WAL_KEY);
  writePrivately(`${file}.new`, `${identity}\n`);
  renameSync(`${file}.new`, file);
  return describe(identity);
}

async function describe(identity: string): Promise<WalKey> {
  const { identityToRecipient } = await import('age-encryption');
  const recipient = await identityToRecipient(identity);
  return { identity, recipient, folder: `wal-${createHash('sha256').update(recipient).digest('hex').slice(0, 16)}` };
}
