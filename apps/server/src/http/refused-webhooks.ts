import { type Db, sql } from '../db/index.ts';

/** The sender of messages to an address below /webhooks that names no connector of ours. */
export const UNKNOWN_SENDER = 'unknown';

/** Refused messages that one address may make us write down in a minute; beyond it is only answered. */
export const REFUSED_PER_MINUTE = 120;

/** Why a message was refused before anything of it was looked at. */
export const TOO_LARGE = 'the message is too large';
export const NOT_JSON_TYPE = 'the content type is not JSON';
export const UNKNOWN_ADDRESS = 'nobody has this address';

/** Whether a message says that it is JSON. */
export const isJsonType = (contentType: string | undefined): boolean =>
  /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '');

/**
 * Counts a refused message that leads to no tenant. `sender`: the connector that it claims to be from, by id, or UNKNOWN_SENDER;
 * never a text of the caller's. `reason` is one of a connector's own few sentences.
 */
export async function noteRefusedWebhook(db: Db, sender: string, reason: string): Promise<void> {
  await db.global((tx) =>
    tx.run(sql`insert into webhook_refusal as r (sender, reason) values (${sender}, ${reason.slice(0, 200)})
      on conflict (sender, reason, day) do update set times = r.times + 1, last_at = now()`),
  );
}

export interface RefusedWebhooks {
  sender: string;
  reason: string;
  times: number;
}

/** What was refused today without leading to a tenant, for the metrics. */
export const refusedToday = (db: Db): Promise<RefusedWebhooks[]> =>
  db.global((tx) =>
    tx.rows<RefusedWebhooks>(
      sql`select sender, reason, times from webhook_refusal where day = current_date order by 1, 2`,
    ),
  );
