import type { ConnectorId, PaymentEvent, PaymentSubject } from '@quayside/connector-kit';
import { type Db, type Executor, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { EVENT_OPEN, type PaymentEventState } from '../../states/payment-event.ts';
import { isOneOf } from '../../states/sql.ts';

export interface StoredEvent {
  topic: string;
  state: PaymentEventState;
  subject: PaymentSubject['kind'] | null;
  subject_ref: string | null;
}

export interface EventKey {
  provider: ConnectorId;
  mode: Mode;
  eventId: string;
}

const at = ({ eventId, mode, provider }: EventKey) =>
  sql`provider = ${provider} and mode = ${mode} and event_id = ${eventId}`;

/** Saves a verified event; false for a duplicate. Irrelevant ones are saved as ignored. */
export async function addEvent(
  tx: Executor,
  { mode, provider }: Omit<EventKey, 'eventId'>,
  event: PaymentEvent,
  body: Buffer,
): Promise<boolean> {
  const { eventId, subject, topic } = event;
  const added =
    await tx.run(sql`insert into payment_event (provider, mode, event_id, topic, subject, subject_ref, body, state, worked_at)
      values (${provider}, ${mode}, ${eventId}, ${topic}, ${subject?.kind ?? null}, ${subject?.ref ?? null}, ${body},
        ${subject ? 'received' : 'ignored'}, ${subject ? null : sql`now()`})
      on conflict (provider, mode, event_id) do nothing`);
  return added > 0;
}

export const findEvent = (ex: Executor, key: EventKey): Promise<StoredEvent | undefined> =>
  ex.first<StoredEvent>(sql`select topic, state, subject, subject_ref from payment_event where ${at(key)}`);

/** Closes an event as processed or irrelevant; `reason` says why. Events closed by another worker are unchanged. */
export async function closeEvent(
  tx: Executor,
  key: EventKey,
  end: { state: 'worked'; accountId: string; topupId: string } | { state: 'ignored'; reason: string },
): Promise<void> {
  const { accountId, topupId } = end.state === 'worked' ? end : {};
  const reason = end.state === 'ignored' ? end.reason : null;
  await tx.run(sql`update payment_event set state = ${end.state}, reason = ${reason}, account_id = ${accountId ?? null}::uuid,
    topup_id = ${topupId ?? null}::uuid, worked_at = now()
    where ${at(key)} and ${isOneOf('state', EVENT_OPEN)}`);
}

export async function markEventForReview(tx: Executor, key: EventKey, reason: string): Promise<void> {
  await tx.run(sql`update payment_event set state = 'set_aside', reason = ${reason.slice(0, 500)} where ${at(key)}
    and ${isOneOf('state', EVENT_OPEN)}`);
}

/** Days to keep bodies of processed events: as long as the provider allows resending them. */
const BODY_DAYS = 30;

/** Clears the bodies of old events. Rows stay, so that no event is processed twice. */
export async function emptyOldBodies(tx: Executor): Promise<void> {
  await tx.run(sql`update payment_event set body = null where body is not null and state in ('worked', 'ignored')
    and received_at < now() - make_interval(days => ${BODY_DAYS})`);
}

/** Events that need an operator, for the metrics. */
export const countEventsForReview = (db: Db): Promise<number> =>
  db.global(
    async (tx) =>
      (await tx.first<{ n: number }>(sql`select count(*) as n from payment_event where state = 'set_aside'`))?.n ?? 0,
  );
