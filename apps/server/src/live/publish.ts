import type { LiveTopic, OperatorTopic } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../db/index.ts';

/** NOTIFY channel that tells web processes about new events of a workplace. */
export const LIVE_CHANNEL = 'quayside_live';

/** A change in a workplace. Absent `ids`: anything of the topic. */
export interface Change {
  topic: LiveTopic;
  ids?: readonly string[];
  payload?: Record<string, unknown>;
}

/**
 * Adds live events of the workplace. The transaction's last statement numbers and writes them, and open screens are
 * woken after its commit (docs/decisions/0035); throws for a workplace other than the transaction's.
 */
export async function publishAll(tx: Executor, workplaceId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  tx.append(
    workplaceId,
    changes.map(({ topic, ids = [], payload = null }) => ({ event_id: newId(), topic, ids, payload })),
  );
  tx.notify(LIVE_CHANNEL, workplaceId);
}

/** As publishAll, for one topic. Empty `ids`: anything of the topic. */
export const publish = (
  tx: Executor,
  workplaceId: string,
  topic: LiveTopic,
  ids: readonly string[] = [],
  payload?: Record<string, unknown>,
): Promise<void> => publishAll(tx, workplaceId, [{ topic, ids, ...(payload ? { payload } : {}) }]);

/** NOTIFY channel that tells web processes about changes on operator pages; the payload is the topic. */
export const OPERATOR_CHANNEL = 'quayside_operators';

/** Tells open operator screens about changes of a topic, when the caller's transaction commits. */
export async function notifyOperators(tx: Executor, topic: OperatorTopic): Promise<void> {
  await tx.run(sql`select pg_notify(${OPERATOR_CHANNEL}, ${topic})`);
}
