import type { LiveTopic, OperatorTopic } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Executor, json, sql } from '../db/index.ts';

/** The channel on which every web process hears that a workplace has something new. */
export const LIVE_CHANNEL = 'quayside_live';

/**
 * Tells open screens of a workplace, when the caller's transaction commits, that things of a topic changed. `ids` may
 * be empty: anything of the topic.
 */
export async function publish(
  tx: Executor,
  workplaceId: string,
  topic: LiveTopic,
  ids: readonly string[] = [],
  payload?: Record<string, unknown>,
): Promise<void> {
  await tx.run(sql`insert into live_event (workplace_id, event_id, topic, ids, payload)
    values (${workplaceId}, ${newId()}, ${topic}, ${ids}::text[], ${json(payload)})`);
  await tx.run(sql`select pg_notify(${LIVE_CHANNEL}, ${workplaceId})`);
}

/** The channel on which every web process hears that an operators' page has something new; the payload is its topic. */
export const OPERATOR_CHANNEL = 'quayside_operators';

/** Tells every open screen of an operator, when the caller's transaction commits, that things of a topic changed. */
export async function tellOperators(tx: Executor, topic: OperatorTopic): Promise<void> {
  await tx.run(sql`select pg_notify(${OPERATOR_CHANNEL}, ${topic})`);
}
