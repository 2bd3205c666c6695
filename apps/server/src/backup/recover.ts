import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Account,
  type EmbeddedServer,
  productionSettings,
  StartRefused,
  startEmbedded,
} from '../db/embedded/index.ts';
import { BackupRefused } from './backup-refused.ts';

export interface RecoveryTarget {
  /** Stop before this position of the log. */
  lsn?: string;
  /** Stop before the first change after this time; ISO 8601. */
  until?: string;
  /** Folder with more of the log than the backup contains. */
  walFolder?: string;
  /** false: a throw-away copy. */
  durable: boolean;
}

/**
 * Starts the database of an unpacked backup, which replays the log and then is an ordinary database on a new timeline:
 * Quayside recognizes it as restored whatever happens next.
 */
export async function recover(
  dir: string,
  account: Account | undefined,
  target: RecoveryTarget,
): Promise<EmbeddedServer> {
  const signal = join(dir, 'postgres', 'cluster', 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  if (account) chownSync(signal, account.uid, account.gid);
  const none = process.platform === 'win32' ? 'cmd /c exit 1' : 'false';
  const settings: Record<string, string> = {
    ...productionSettings,
    hot_standby: 'off',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    recovery_target_inclusive: 'off',
    restore_command: target.walFolder ? `cp '${target.walFolder.replaceAll("'", "'\\''")}/%f' '%p'` : none,
    ...(target.lsn ? { recovery_target_lsn: target.lsn } : {}),
    ...(target.until ? { recovery_target_time: target.until } : {}),
    ...(target.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  try {
    return await startEmbedded({ dataDir: dir, settings, durable: target.durable });
  } catch (err) {
    if (!(err instanceof StartRefused)) throw err;
    if (target.until && /before configured recovery target was reached/.test(err.message))
      throw new BackupRefused(`The kept log ends before ${target.until}: choose an earlier time, or "latest".`);
    if (target.until && /before consistent recovery point/.test(err.message))
      throw new BackupRefused(`The backup was made after ${target.until}: choose an older backup.`);
    throw err;
  }
}
