import { AppError } from '@quayside/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, sql } from '../db/index.ts';
import type { Limits } from './limits.ts';

/** Sender of messages below /webhooks that match no connector. */
export const UNKNOWN_SENDER = 'unknown';

/** Refused messages recorded per address and minute; further ones only get a response. */
const REFUSED_PER_MINUTE = 120;

/** Reason of a refusal before reading the message. */
export const TOO_LARGE = 'the message is too large';
export const NOT_JSON_TYPE = 'the content type is not JSON';
export const UNKNOWN_ADDRESS = 'nobody has this address';

/** Whether a message declares itself as JSON. */
export const isJsonType = (contentType: string | undefined): boolean =>
  /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '');

/**
 * Counts a refused message without a tenant. `sender`: the claimed connector id or UNKNOWN_SENDER, never caller input;
 * `reason`: one of the connector's fixed texts.
 */
async function noteRefusedWebhook(db: Db, sender: string, reason: string): Promise<void> {
  await db.global((tx) =>
    tx.run(sql`insert into webhook_refusal as r (sender, reason) values (${sender}, ${reason.slice(0, 200)})
      on conflict (sender, reason, day) do update set times = r.times + 1, last_at = now()`),
  );
}

/** Counts a refused message and responds; an address that keeps sending only gets 429. */
export async function refuseWebhook(
  { db, limits }: { db: Db; limits: Limits },
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: { sender: string; reason: string; code: number },
): Promise<FastifyReply> {
  try {
    await limits.hit('refused webhook', request.ip, REFUSED_PER_MINUTE);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return reply.code(429).header('retry-after', String(error.retryAfterSeconds)).send({ received: false });
  }
  await noteRefusedWebhook(db, refusal.sender, refusal.reason);
  return reply.code(refusal.code).send({ received: false });
}

export interface RefusedWebhooks {
  sender: string;
  reason: string;
  times: number;
}

/** Today's refused messages without a tenant, for the metrics. */
export const refusedToday = (db: Db): Promise<RefusedWebhooks[]> =>
  db.global((tx) =>
    tx.rows<RefusedWebhooks>(
      sql`select sender, reason, times from webhook_refusal where day = current_date order by 1, 2`,
    ),
  );
