import type { LiveTopic, OperatorTopic } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../db/index.ts';

/** The channel on which every web process hears that a workplace has something new. */
export const LIVE_CHANNEL = 'quayside_live';

/** Something of a workplace that changed. `ids` may be absent: anything of the topic. */
export interface Change {
  topic: LiveTopic;
  ids?: readonly string[];
  payload?: Record<string, unknown>;
}

/**
 * Adds to the workplace's live events. They are numbered and written by the last statement of the transaction, and open
 * screens are woken after its commit (docs/decisions/0035). Throws for a workplace other than the transaction's own.
 */
export async function publishAll(tx: Executor, workplaceId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  tx.append(
    workplaceId,
    changes.map(({ topic, ids = [], payload = null }) => ({ event_id: newId(), topic, ids, payload })),
  );
  tx.notify(LIVE_CHANNEL, workplaceId);
}

/** As publishAll, for one topic. `ids` may be empty: anything of the topic. */
export const publish = (
  tx: Executor,
  workplaceId: string,
  topic: LiveTopic,
  ids: readonly string[] = [],
  payload?: Record<string, unknown>,
): Promise<void> => publishAll(tx, workplaceId, [{ topic, ids, ...(payload ? { payload } : {}) }]);

/** The channel on which every web process hears that an operators' page has something new; the payload is its topic. */
export const OPERATOR_CHANNEL = 'quayside_operators';

/** Tells every open screen of an operator, when the caller's transaction commits, that things of a topic changed. */
export async function tellOperators(tx: Executor, topic: OperatorTopic): Promise<void> {
  await tx.run(sql`select pg_notify(${OPERATOR_CHANNEL}, ${topic})`);
}
