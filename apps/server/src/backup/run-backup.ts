import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { findRunning, ownerUrlOf, startEmbedded } from '../db/embedded/index.ts';
import { readWithPassphrase } from './archive.ts';
import { backupTime, listBackups } from './backup-file.ts';
import { BackupRefused } from './backup-refused.ts';
import { isDue, surplus } from './due.ts';
import { BackupBusy, type MadeBackup, makeBackup } from './make-backup.ts';
import { openRecord, type RunRecord } from './run-repo.ts';
import { type Verified, verifyBackup } from './verify.ts';
import { pruneWal } from './wal-files.ts';
import { readWalKey } from './wal-key.ts';

export interface BackupRunOptions {
  config: Config;
  dataDir: string;
  dir: string;
  passphrase(): Promise<string>;
  /** By the schedule: only if it is due, and older backups than those to keep are deleted. */
  scheduled: boolean;
  verify: boolean;
  /** Deletes older backups than those to keep, as the schedule does. */
  prune?: boolean;
  logN?: number;
}

/** Another process has made the backup of this time. */
class NotDue extends Error {}

/** Makes, verifies and records a backup. undefined: another process has it. */
export async function runBackup(
  options: BackupRunOptions,
): Promise<(MadeBackup & { verified?: Verified }) | undefined> {
  const { config, dataDir } = options;
  // The embedded database of a stopped Quayside runs for the whole command, also for its record.
  const stopped = !config.databaseUrl && !(await findRunning(dataDir));
  const server = stopped ? await startEmbedded({ dataDir }) : undefined;
  let record: RunRecord | undefined;
  try {
    record = await openRecord(config.databaseUrl ?? server?.ownerUrl ?? (await ownerUrlOf(dataDir)));
    return await recorded(options, record);
  } finally {
    await record?.close();
    await server?.stop();
  }
}

async function recorded(options: BackupRunOptions, record: RunRecord | undefined): ReturnType<typeof runBackup> {
  const { config, dataDir, dir, scheduled } = options;
  let begun = false;
  const begin = async (name: string | null) => {
    await record?.begin({ name, folder: dir, scheduled });
    begun = true;
  };
  try {
    const passphrase = await options.passphrase();
    const made = await makeBackup({
      config,
      dataDir,
      dir,
      passphrase,
      ...(options.logN ? { logN: options.logN } : {}),
      async onBegin(name) {
        if (scheduled && record && !isDue(config.backup.at, await record.times(), new Date())) throw new NotDue();
        await begin(name);
      },
    });
    const verified = options.verify
      ? await verifyBackup(made.file, readWithPassphrase(passphrase), dataDir)
      : undefined;
    await record?.succeed({ bytes: made.bytes, ...verified });
    if (scheduled || options.prune) await deleteSurplus(options);
    return { ...made, ...(verified ? { verified } : {}) };
  } catch (err) {
    if (err instanceof NotDue) return undefined;
    if (err instanceof BackupBusy) {
      if (scheduled) return undefined;
      throw err;
    }
    if (!begun) await begin(null);
    await record?.fail(reasonOf(err));
    throw err;
  }
}

const reasonOf = (err: unknown): string =>
  (err instanceof BackupRefused ? err.message : err instanceof Error ? err.message : String(err)).slice(0, 2_000);

/** Only after a new one was verified. The log is kept from the oldest backup on. */
async function deleteSurplus({ config, dataDir, dir }: BackupRunOptions): Promise<void> {
  for (const name of surplus(listBackups(dir), config.backup.keep)) rmSync(join(dir, name), { force: true });
  const oldest = listBackups(dir).at(-1);
  if (oldest) pruneWal(dir, backupTime(oldest), (await readWalKey(dataDir))?.folder);
}
