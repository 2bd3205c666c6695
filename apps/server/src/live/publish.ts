import type { LiveTopic, OperatorTopic } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Executor, json, sql } from '../db/index.ts';

/** The channel on which every web process hears that a workplace has something new. */
export const LIVE_CHANNEL = 'quayside_live';

/** Something of a workplace that changed. `ids` may be absent: anything of the topic. */
export interface Change {
  topic: LiveTopic;
  ids?: readonly string[];
  payload?: Record<string, unknown>;
}

/** Tells open screens of a workplace, when the caller's transaction has committed, what changed: in one statement. */
export async function publishAll(tx: Executor, workplaceId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ topic, ids = [], payload = null }) => ({ event_id: newId(), topic, ids, payload }));
  await tx.run(sql`insert into live_event (workplace_id, event_id, topic, ids, payload)
    select ${workplaceId}, r.event_id, r.topic, array(select jsonb_array_elements_text(r.ids)), r.payload
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(event_id uuid, topic text, ids jsonb, payload jsonb)`);
  tx.notify(LIVE_CHANNEL, workplaceId);
}

/** As publishAll, for one topic. `ids` may be empty: anything of the topic. */
export async function publish(
  tx: Executor,
  workplaceId: string,
  topic: LiveTopic,
  ids: readonly string[] = [],
  payload?: Record<string, unknown>,
): Promise<void> {
  await tx.run(sql`insert into live_event (workplace_id, event_id, topic, ids, payload)
    values (${workplaceId}, ${newId()}, ${topic}, ${ids}::text[], ${json(payload)})`);
  tx.notify(LIVE_CHANNEL, workplaceId);
}

/** The channel on which every web process hears that an operators' page has something new; the payload is its topic. */
export const OPERATOR_CHANNEL = 'quayside_operators';

/** Tells every open screen of an operator, when the caller's transaction commits, that things of a topic changed. */
export async function tellOperators(tx: Executor, topic: OperatorTopic): Promise<void> {
  await tx.run(sql`select pg_notify(${OPERATOR_CHANNEL}, ${topic})`);
}
