import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, type EmbeddedServer, productionSettings, startEmbedded } from '../db/embedded/index.ts';

export interface RecoveryTarget {
  /** Stop before this position of the log. */
  lsn?: string;
  /** Replay everything committed until this time; fails if the log ends before. */
  until?: Date;
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
  const settings: Record<string, string> = {
    ...productionSettings,
    hot_standby: 'off',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    recovery_target_inclusive: target.until ? 'on' : 'off',
    // Required for recovery; the whole log is in pg_wal.
    restore_command: process.platform === 'win32' ? 'cmd /c exit 1' : 'false',
    ...(target.lsn ? { recovery_target_lsn: target.lsn } : {}),
    ...(target.until ? { recovery_target_time: forPostgres(target.until) } : {}),
    ...(target.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return startEmbedded({ dataDir: dir, settings, durable: target.durable });
}

/** At this point of its start PostgreSQL knows no names of time zones, not even Z. */
const forPostgres = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00');
