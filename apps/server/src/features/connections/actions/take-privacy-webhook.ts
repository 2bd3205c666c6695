import {
  type ChannelConnector,
  type ChannelId,
  ConnectorError,
  type RawWebhook,
  type WebhookEvent,
} from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { workWebhookJob } from '../jobs/connections.ts';
import { findStore } from '../store-repo.ts';
import { addDelivery } from '../webhook-repo.ts';
import type { IncomingWebhook, Taking } from './take-webhook.ts';

interface Verified {
  mode: Mode;
  event: WebhookEvent;
  platformDomain: string;
}

/** Tries the app's secret of each mode; throws if the signature matches none. */
function verified(deps: Deps, connector: ChannelConnector, raw: RawWebhook): Verified | undefined {
  for (const mode of ['live', 'sandbox'] as const) {
    const appSecret = deps.connectors.appCredentials(connector.id, mode)?.clientSecret;
    if (!appSecret) continue;
    try {
      const event = connector.verifyWebhook(raw, { webhookSecret: '', appSecret });
      const request = event.kind === 'privacy' ? connector.readPrivacyRequest?.(raw.body) : undefined;
      return request && { mode, event, platformDomain: request.platformDomain };
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      if (error.code !== 'bad_signature') return undefined;
    }
  }
  return undefined;
}

/** Stores of a shop, including disconnected ones: a shop's own request arrives 48 hours after uninstalling the app. */
const findEntries = (tx: Executor, platform: ChannelId, domain: string, mode: Mode) =>
  tx.rows<{ store_id: string; workplace_id: string; account_id: string }>(sql`select store_id, workplace_id, account_id
    from store_directory where platform = ${platform} and platform_domain = ${domain} and mode = ${mode}`);

/**
 * Receives a privacy webhook at the URL that an app configures at the platform for all shops: verifies the app's secret
 * and saves it for each store of the shop, for a job. Shops that were never connected have no data.
 */
export async function takePrivacyWebhook(
  deps: Deps,
  connector: ChannelConnector,
  raw: IncomingWebhook,
): Promise<Taking> {
  const message = raw === 'too large' ? undefined : verified(deps, connector, raw);
  if (raw === 'too large' || !message) return 'refused';
  const entries = await deps.db.global((tx) => findEntries(tx, connector.id, message.platformDomain, message.mode));
  for (const { store_id: senderId, workplace_id: workplaceId, account_id: accountId } of entries)
    await deps.db.tenant({ accountId, workplaceId }, async (tx) => {
      if (!(await findStore(tx, workplaceId, senderId))) return;
      const deliveryId = newId();
      const received = { workplaceId, deliveryId, sender: 'store' as const, senderId, body: raw.body };
      if (!(await addDelivery(tx, received, message.event))) return;
      await deps.queue.send(tx, workWebhookJob, { accountId, workplaceId, deliveryId, senderId });
    });
  return 'taken';
}
