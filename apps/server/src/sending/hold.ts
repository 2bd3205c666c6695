import { type Executor, sql } from '../db/index.ts';
import { Later } from '../jobs/define.ts';
import { HELD_PAUSE_MS } from './hold-pause.ts';
import { suspendedAt } from './suspended.ts';

/** restored, server_changed: the data may be from an earlier time. operator: paused by an operator. */
export type InstallationHoldReason = 'restored' | 'server_changed' | 'operator';

/** suspended: the owner has not confirmed the store or supplier connection yet. */
export type HoldReason = InstallationHoldReason | 'suspended';

export interface Hold<Reason extends HoldReason = HoldReason> {
  reason: Reason;
  /** ISO 8601. */
  since: string;
}

/** Target of a call, as far as known. */
export interface SendingTarget {
  workplaceId?: string;
  storeId?: string;
  /** A supplier connection. */
  connectionId?: string;
}

/** Thrown instead of sending: the job is retried later without using up an attempt. */
export class SendingHeld extends Later {
  readonly hold: Hold;
  constructor(hold: Hold) {
    super(HELD_PAUSE_MS, `sending is paused: ${hold.reason}`);
    this.hold = hold;
  }
}

interface Row {
  since: string | null;
  reason: InstallationHoldReason | null;
  moved: boolean;
  now: string;
  suspended: string | null;
  restored_at: string | null;
}

const STATE = sql`sending_held_since as since, sending_held_reason as reason,
  coalesce(server <> server_identity(), pg_is_in_recovery()) as moved, now() as now, restored_at`;

/** Returns why nothing may be sent to the target, or undefined. One query, because it runs before every write. */
export async function findHold(ex: Executor, target: SendingTarget): Promise<Hold | undefined> {
  return holdOf(await stateOf(ex, target));
}

/** The installation's hold, if any, and its last restore. One query. */
export async function findSending(ex: Executor): Promise<{ hold: Hold | undefined; restoredAt: string | null }> {
  const row = await stateOf(ex, {});
  return { hold: holdOf(row), restoredAt: row.restored_at };
}

async function stateOf(ex: Executor, target: SendingTarget): Promise<Row> {
  const row = await ex.first<Row>(sql`select ${STATE}, ${suspendedAt(target)} as suspended from installation`);
  if (!row) throw new Error('installation row not found');
  return row;
}

function holdOf(row: Row): Hold | undefined {
  if (row.since !== null && row.reason !== null) return { since: row.since, reason: row.reason };
  if (row.moved) return { since: row.now, reason: 'server_changed' };
  return row.suspended === null ? undefined : { since: row.suspended, reason: 'suspended' };
}

/**
 * Returns the installation's hold, or undefined. A database server other than the last known one counts as a hold from
 * the first statement on; so does a standby, which couldn't record what was sent.
 */
export const findInstallationHold = (ex: Executor): Promise<Hold<InstallationHoldReason> | undefined> =>
  findHold(ex, {}) as Promise<Hold<InstallationHoldReason> | undefined>;

/** Throws SendingHeld while nothing may be sent to the target. */
export async function refuseWhileHeld(ex: Executor, target: SendingTarget): Promise<void> {
  const hold = await findHold(ex, target);
  if (hold) throw new SendingHeld(hold);
}
