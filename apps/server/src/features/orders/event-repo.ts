import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../../db/index.ts';
import type { NewEvent } from './rules/event.ts';
import type { EventRow } from './tables.ts';

/** Appends to the history of orders. */
export async function insertEvents(tx: Executor, workplaceId: string, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    order_id: event.orderId,
    event_id: event.id ?? newId(),
    kind: event.kind,
    params: event.params ?? {},
    actor: event.actor ?? 'system',
    at: event.at ?? null,
  }));
  await tx.run(sql`insert into order_event (workplace_id, order_id, event_id, kind, params, actor, at)
    select ${workplaceId}, n.order_id, n.event_id, n.kind, n.params, n.actor, coalesce(n.at, t.now)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(order_id uuid, event_id uuid, kind text, params jsonb, actor text, at timestamptz)
    cross join (select now() as now) t
    returning 1`);
}

/** Newest first. `kinds`: filter. */
export const listEvents = (
  ex: Executor,
  workplaceId: string,
  orderId: string,
  kinds: readonly string[] | undefined,
): Promise<EventRow[]> =>
  ex.rows<EventRow>(sql`select event_id, kind, params, actor, at from order_event
    where workplace_id = ${workplaceId} and order_id = ${orderId}
      and (${kinds ?? null}::text[] is null or kind = any(${kinds ?? null}::text[]))
    order by event_id desc limit 500`);
