import { createHmac } from 'node:crypto';
import { ConnectorError } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { type Deps, getHttp } from '../../../deps.ts';
import { refuseWhileHeld } from '../../../sending/index.ts';
import { notifyCustomerJob } from '../jobs.ts';
import { dropWebhook, findWebhook, hookContext } from '../webhook-repo.ts';

/** What those who change an order need: its customer is told in the same transaction. */
export type Floor = Pick<Deps, 'db' | 'queue'>;

const PATIENCE_MS = 10_000;

/** Sends, with the caller's transaction, the job that tells an order's customer; nothing where he wants to hear nothing. */
export async function notifyCustomer(tx: Executor, queue: Deps['queue'], orderId: string): Promise<void> {
  if (await findWebhook(tx, orderId)) await queue.send(tx, notifyCustomerJob, { orderId, messageId: newId() });
}

/** base64 HMAC-SHA256 of the body's bytes. */
export const computeSignature = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');

/**
 * Calls the customer's address once. The same message comes again with the same id where no good answer came; an address
 * that says that nobody is there is forgotten.
 */
export async function callCustomer(
  deps: Pick<Deps, 'db' | 'http' | 'vault' | 'clock' | 'log'>,
  message: { orderId: string; messageId: string },
): Promise<void> {
  const hook = await deps.db.global(async (tx) => {
    await refuseWhileHeld(tx, {});
    return findWebhook(tx, message.orderId);
  });
  if (!hook) return;
  const body = JSON.stringify({
    id: message.messageId,
    type: 'order.changed',
    order_id: message.orderId,
    reference: hook.reference,
    sent_at: deps.clock.now(),
  });
  const secret = deps.vault.open<string>(hook.secret, hookContext(hook.installation_id, hook.account));
  const answer = await getHttp(deps, hook.mode, 'warehouse-webhook').send({
    method: 'POST',
    url: hook.address,
    headers: { 'content-type': 'application/json', 'quayside-signature': computeSignature(body, secret) },
    body,
    effect: true,
    timeoutMs: PATIENCE_MS,
    maxBytes: 10_000,
  });
  if (answer.status >= 200 && answer.status < 300) return;
  if (answer.status === 404 || answer.status === 410) {
    await deps.db.global((tx) => dropWebhook(tx, hook));
    deps.log.info({ address: new URL(hook.address).host }, 'warehouse customer webhook is gone');
    return;
  }
  throw new ConnectorError('temporary', `warehouse webhook returned HTTP ${answer.status}`);
}
