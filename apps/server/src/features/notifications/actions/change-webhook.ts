import type { NotificationDelivery } from '@quayside/contracts';
import { AppError, newId, newToken, notFound } from '@quayside/kernel';
import type { Executor, StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { findHold } from '../../../sending/index.ts';
import { mailOwners, paceOwnerMails, workspaceName } from '../../accounts/index.ts';
import { deliveryView } from '../queries/view.ts';
import { checkHookUrl } from '../rules/signature.ts';
import {
  deleteWebhook,
  findWebhook,
  insertTest,
  insertWebhook,
  updateSecret,
  updateWebhook,
  webhookSecretContext,
} from '../webhook-repo.ts';
import { deliverNotification } from './deliver-notification.ts';

type Here = WorkplaceScope & StoreScope;

/** Prefix of our signing secrets. */
const PREFIX = 'whsec_';

function newSecret(deps: Deps, workplaceId: string) {
  const secret = `${PREFIX}${newToken(32)}`;
  return { secret, sealed: deps.vault.seal(secret, webhookSecretContext(workplaceId)), tail: secret.slice(-4) };
}

async function needHook(tx: Executor, workplaceId: string) {
  const hook = await findWebhook(tx, workplaceId);
  if (!hook) throw notFound('WEBHOOK_NOT_FOUND');
  return hook;
}

/**
 * Sets a workplace's webhook. Returns the secret if newly created, else null: the URL may change with the same secret.
 * Emails the owner when the URL is new or deliveries resume; throws WEBHOOK_URL_PLAIN or RATE_LIMIT.
 */
export async function saveWebhook(
  deps: Deps,
  who: Pick<Who, 'account' | 'scope'>,
  wish: { url: string; is_active: boolean; kinds: string[] },
): Promise<{ secret: string | null }> {
  checkHookUrl(wish.url);
  await paceOwnerMails(deps, who);
  const { scope } = who;
  const { workplaceId } = scope;
  const kinds = [...new Set(wish.kinds)];
  return deps.db.tenant(scope, async (tx) => {
    const made = newSecret(deps, workplaceId);
    const row = { ...wish, kinds, secret: made.sealed, secret_tail: made.tail };
    const before = await findWebhook(tx, workplaceId);
    const isNew = (await insertWebhook(tx, workplaceId, row)) > 0;
    if (!isNew) await updateWebhook(tx, workplaceId, { ...wish, kinds });
    await publish(tx, workplaceId, 'notifications');
    const secret = isNew ? made.secret : null;
    if (before?.url === wish.url && (before.is_active || !wish.is_active)) return { secret };
    const workspace = await workspaceName(tx, workplaceId);
    const { actor } = scope;
    await mailOwners(
      deps,
      tx,
      [scope.accountId, ...(actor?.kind === 'member' ? [actor.id] : [])],
      'webhook-set',
      () => ({
        who: actor?.name ?? '',
        workspace,
        address: new URL(wish.url).host,
      }),
    );
    return { secret };
  });
}

/** Replaces the secret; the old one no longer signs anything. Throws WEBHOOK_NOT_FOUND. */
export async function renewSecret(deps: Deps, scope: Here): Promise<{ secret: string }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    await needHook(tx, workplaceId);
    const made = newSecret(deps, workplaceId);
    await updateSecret(tx, workplaceId, made.sealed, made.tail);
    await publish(tx, workplaceId, 'notifications');
    return { secret: made.secret };
  });
}

/** Sends a test now, outside of any transaction. Throws WEBHOOK_NOT_FOUND, WEBHOOK_SUSPENDED or SENDING_PAUSED. */
export async function testWebhook(deps: Deps, scope: Here, locale: string): Promise<NotificationDelivery> {
  const { workplaceId } = scope;
  const deliveryId = newId();
  await deps.db.tenant(scope, async (tx) => {
    const hook = await needHook(tx, workplaceId);
    if (hook.suspended_at) throw new AppError('BAD_REQUEST', 'WEBHOOK_SUSPENDED');
    if (await findHold(tx, { workplaceId })) throw new AppError('BAD_REQUEST', 'SENDING_PAUSED');
    await insertTest(tx, workplaceId, deliveryId);
  });
  const delivery = await deliverNotification(deps, workplaceId, deliveryId, true);
  if (!delivery) throw notFound('WEBHOOK_NOT_FOUND');
  return deliveryView(delivery, locale);
}

/** Deletes the webhook. Throws WEBHOOK_NOT_FOUND. */
export async function removeWebhook(deps: Deps, scope: Here): Promise<void> {
  await deps.db.tenant(scope, async (tx) => {
    await needHook(tx, scope.workplaceId);
    await deleteWebhook(tx, scope.workplaceId);
    await publish(tx, scope.workplaceId, 'notifications');
  });
}
