import { createHmac } from 'node:crypto';
import { ConnectorError } from '@quayside/connector-kit';
import { NOTIFICATION_KINDS } from '@quayside/contracts';
import { AppError, type MessageParams } from '@quayside/kernel';
import { everyoneIn, sql } from '../../../db/index.ts';
import { type Deps, getHttp } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { refuseWhileHeld } from '../../../sending/index.ts';
import { SUSPENDED_MS } from '../../../sending/suspended.ts';
import { deliverNotificationJob } from '../jobs/notification-jobs.ts';
import { notificationText } from '../queries/view.ts';
import { findNotification } from '../repo.ts';
import type { NotificationRow } from '../rules/batch-events.ts';
import { getLink } from '../rules/links.ts';
import { isAccepted, signatureHeader, signedText } from '../rules/signature.ts';
import {
  type Delivery,
  type DeliveryEnd,
  endAttempt,
  findDelivery,
  findWebhook,
  waitingDeliveries,
  webhookSecretContext,
} from '../webhook-repo.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** The receiver reports that the URL is permanently gone. */
const GONE = 410;

/** The payload. A delivery keeps its id across retries, so that receivers can deduplicate. */
function payloadOf(
  delivery: Delivery,
  workplace: { id: string; name: string },
  notice: NotificationRow | undefined,
  ownUrl: string,
) {
  const ids = notice?.subjects.map((one) => one.id) ?? [];
  return {
    id: delivery.delivery_id,
    type: delivery.kind,
    test: notice === undefined,
    created_at: delivery.created_at,
    workspace: workplace,
    notification: notice
      ? {
          id: notice.notification_id,
          kind: notice.kind,
          area: NOTIFICATION_KINDS[notice.kind],
          text: notificationText(notice, 'en'),
          count: notice.count,
          subjects: notice.subjects,
          params: publicParams(notice.params),
          store_id: notice.store_id,
          is_sandbox: notice.is_sandbox,
          url: `${ownUrl}${getLink(notice.kind, ids, notice.count)}`,
          created_at: notice.created_at,
          at: notice.at,
        }
      : null,
  };
}

/** The error of a call for the person who set it up, without details about what the URL leads to. */
/** Without the ids that only serve the list. */
const publicParams = ({ author: _author, ...params }: MessageParams): MessageParams => params;

function refusal(error: unknown): { key: string; params?: MessageParams } {
  if (!(error instanceof ConnectorError)) throw error;
  if (error.kind === 'rejected') return { key: 'WEBHOOK_ADDRESS_REFUSED' };
  return { key: error.kind === 'temporary' ? 'WEBHOOK_NOT_REACHED' : 'WEBHOOK_NO_ANSWER' };
}

async function post(
  deps: Deps,
  hook: { url: string; secret: string },
  delivery: Delivery,
  body: string,
): Promise<{ httpStatus?: number; error?: { key: string; params?: MessageParams } }> {
  const seconds = Math.floor(deps.clock.millis() / 1000);
  const hex = createHmac('sha256', hook.secret).update(signedText(seconds, body)).digest('hex');
  try {
    const { status } = await getHttp(deps, 'live', 'notification-webhook').send({
      method: 'POST',
      url: hook.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'quayside-event': delivery.kind,
        'quayside-delivery': delivery.delivery_id,
        'quayside-signature': signatureHeader(seconds, hex),
      },
      body,
      effect: true,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return isAccepted(status)
      ? { httpStatus: status }
      : { httpStatus: status, error: { key: 'WEBHOOK_ANSWERED', params: { status } } };
  } catch (error) {
    return { error: refusal(error) };
  }
}

/**
 * Sends one signed delivery and saves the result. Returns the delivery, or undefined if there is nothing to send;
 * `isLast`: a failure now is final. Throws Later while the owner has not confirmed the webhook, WEBHOOK_SUSPENDED for a
 * test.
 */
export async function deliverNotification(
  deps: Deps,
  workplaceId: string,
  deliveryId: string,
  isLast: boolean,
): Promise<Delivery | undefined> {
  const scope = everyoneIn(workplaceId);
  const found = await deps.db.read(scope, async (ex) => {
    const delivery = await findDelivery(ex, workplaceId, deliveryId);
    const workplace = await ex.first<{ id: string; name: string }>(
      sql`select workplace_id as id, name from workplace where workplace_id = ${workplaceId} and deleted_at is null`,
    );
    const notice = delivery?.notification_id
      ? await findNotification(ex, workplaceId, delivery.notification_id)
      : undefined;
    return { delivery, workplace, notice, hook: await findWebhook(ex, workplaceId) };
  });
  const { delivery, workplace, notice, hook } = found;
  if (delivery?.state !== 'waiting' || !workplace) return undefined;
  await deps.db.read(scope, (ex) => refuseWhileHeld(ex, { workplaceId }));
  const isTest = delivery.notification_id === null;
  if (hook?.suspended_at) {
    if (isTest) throw new AppError('BAD_REQUEST', 'WEBHOOK_SUSPENDED');
    throw new Later(SUSPENDED_MS, 'webhook is suspended');
  }
  let end: DeliveryEnd;
  if (!hook || (!isTest && (!hook.is_active || !notice))) {
    end = { state: 'failed', error: { key: 'WEBHOOK_OFF' } };
  } else {
    const secret = deps.vault.open<string>(hook.secret, webhookSecretContext(workplaceId));
    const body = JSON.stringify(payloadOf(delivery, workplace, notice, deps.config.ownUrl));
    const outcome = await post(deps, { url: hook.url, secret }, delivery, body);
    const isOver = isLast || isTest || outcome.httpStatus === GONE;
    end = { ...outcome, state: outcome.error ? (isOver ? 'failed' : 'waiting') : 'sent' };
  }
  await deps.db.tenant(scope, async (tx) => {
    await endAttempt(tx, workplaceId, deliveryId, end);
    await publish(tx, workplaceId, 'notifications');
  });
  return deps.db.read(scope, (ex) => findDelivery(ex, workplaceId, deliveryId));
}

/** Sends deliveries that waited while the webhook was suspended. */
export async function sendWaitingDeliveries(deps: Deps, workplaceId: string): Promise<void> {
  await deps.db.tenant(everyoneIn(workplaceId), async (tx) => {
    const waiting = await waitingDeliveries(tx, workplaceId);
    await deps.queue.sendMany(
      tx,
      deliverNotificationJob,
      waiting.map((deliveryId) => ({ workplaceId, deliveryId })),
    );
  });
}
