import { ConnectorError, type RawWebhook, type SupplierId, type WebhookEvent } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { isJsonType, NOT_JSON_TYPE, TOO_LARGE } from '../../../http/refused-webhooks.ts';
import { publish } from '../../../live/publish.ts';
import { findEntryByKey } from '../directory-repo.ts';
import { workOrderWebhookJob, workWebhookJob } from '../jobs/connections.ts';
import { ORDER_KINDS } from '../rules/order-kinds.ts';
import { findStore, holdStores, storeWebhookContext } from '../store-repo.ts';
import { connectionWebhookContext, findConnection } from '../supplier-repo.ts';
import { addDelivery, addRefused, type Refusal } from '../webhook-repo.ts';
import { getConnector, storeAsItIs } from './open-store.ts';
import { getSupplierConnector, supplierWithConnector } from './open-supplier.ts';

/** taken: saved (or already known). refused: not trustworthy. unknown: no connection has this URL. */
export type Taking = 'taken' | 'refused' | 'unknown';

/** A received message; of one that is too large only the fact. */
export type IncomingWebhook = RawWebhook | 'too large';

/** Kinds without a listener. */
const IDLE: ReadonlySet<WebhookEvent['kind']> = new Set(['other', 'product', 'inventory']);

async function keep(
  deps: Deps,
  scope: WorkplaceScope,
  sender: 'store' | 'supplier',
  senderId: string,
  raw: IncomingWebhook,
  verify: (raw: RawWebhook) => WebhookEvent,
): Promise<Taking | 'elsewhere'> {
  const received = { workplaceId: scope.workplaceId, deliveryId: newId(), sender, senderId };
  const refuse = async (cause: Refusal['cause'], reason: string): Promise<Taking> => {
    await deps.db.tenant(scope, async (tx) => {
      // Only the first of an hour, because a flood must not keep screens busy.
      if (await addRefused(tx, received, { cause, reason }))
        await publish(tx, scope.workplaceId, sender === 'store' ? 'stores' : 'suppliers', [senderId]);
    });
    return 'refused';
  };
  if (raw === 'too large') return refuse('too_large', TOO_LARGE);
  let event: WebhookEvent;
  try {
    event = verify(raw);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return refuse(error.code === 'bad_signature' ? 'signature' : 'malformed', error.detail);
  }
  // Unsigned, so it only gets a response.
  if (event.kind === 'ping') return 'taken';
  if (!isJsonType(raw.headers['content-type'])) return refuse('malformed', NOT_JSON_TYPE);
  const kept = { ...received, body: raw.body };
  return deps.db.tenant(scope, async (tx) => {
    // Locked until saved: a store transferred meanwhile is looked up at its destination.
    if (sender === 'store' && (await holdStores(tx, scope.workplaceId, [senderId])).size === 0) return 'elsewhere';
    if (!(await addDelivery(tx, kept, event))) return 'taken';
    if (IDLE.has(event.kind)) {
      await tx.run(sql`update webhook_delivery set state = 'done', done_at = now()
        where workplace_id = ${scope.workplaceId} and delivery_id = ${received.deliveryId}`);
    } else {
      const { accountId, workplaceId } = scope;
      const payload = { accountId, workplaceId, deliveryId: received.deliveryId, senderId };
      const isOfOrder = sender === 'store' && ORDER_KINDS.has(event.kind) && event.resourceId !== undefined;
      await deps.queue.send(tx, isOfOrder ? workOrderWebhookJob : workWebhookJob, payload);
    }
    // Not every time: a burst of webhooks would contend for one row.
    if (sender === 'store') {
      await tx.run(sql`update store set last_webhook_at = now() where workplace_id = ${scope.workplaceId} and store_id = ${senderId}
        and (last_webhook_at is null or last_webhook_at < now() - interval '15 seconds')`);
    }
    return 'taken';
  });
}

/** Receives a store's webhook: verifies and saves the raw bytes for a job. */
export async function takeStoreWebhook(
  deps: Deps,
  platform: string,
  key: string,
  raw: IncomingWebhook,
): Promise<Taking> {
  const taken = await takeWhereItIs(deps, platform, key, raw);
  // Transferred to another workspace between the two lookups; that can't happen twice.
  const again = taken === 'elsewhere' ? await takeWhereItIs(deps, platform, key, raw) : taken;
  return again === 'elsewhere' ? 'unknown' : again;
}

async function takeWhereItIs(
  deps: Deps,
  platform: string,
  key: string,
  raw: IncomingWebhook,
): Promise<Taking | 'elsewhere'> {
  const entry = await deps.db.global((tx) => findEntryByKey(tx, platform, key));
  if (!entry) return 'unknown';
  const scope = { accountId: entry.account_id, workplaceId: entry.workplace_id };
  const store = await deps.db.read(scope, (ex) => findStore(ex, entry.workplace_id, entry.store_id));
  if (!store) return 'elsewhere';
  if (!store.webhook_secret) return 'unknown';
  const { webhook_secret } = store;
  return keep(deps, scope, 'store', entry.store_id, raw, (message) => {
    const { ctx } = storeAsItIs(deps, scope, store);
    const appSecret = ctx.credentials.clientSecret;
    return getConnector(deps, store.platform).verifyWebhook(message, {
      webhookSecret: deps.vault.open<string>(webhook_secret, storeWebhookContext(entry.store_id)),
      ...(appSecret ? { appSecret } : {}),
      platformDomain: store.platform_domain,
    });
  });
}

/** The same for a supplier's webhook. */
export async function takeSupplierWebhook(
  deps: Deps,
  supplier: SupplierId,
  key: string,
  raw: IncomingWebhook,
): Promise<Taking> {
  const entry = await deps.db.global((tx) =>
    tx.first<{ connection_id: string; workplace_id: string; account_id: string }>(
      sql`select connection_id, workplace_id, account_id from supplier_directory
        where webhook_key = ${key} and supplier = ${supplier} and active`,
    ),
  );
  if (!entry) return 'unknown';
  const scope = { accountId: entry.account_id, workplaceId: entry.workplace_id };
  const connection = await deps.db.read(scope, (ex) => findConnection(ex, entry.workplace_id, entry.connection_id));
  const connector = connection ? getSupplierConnector(deps, connection.supplier) : undefined;
  const verify = connector?.verifyWebhook?.bind(connector);
  if (!connection?.webhook_secret || !connector || !verify) return 'unknown';
  const { webhook_secret } = connection;
  const taken = await keep(deps, scope, 'supplier', entry.connection_id, raw, (message) => {
    const { ctx } = supplierWithConnector(deps, scope, connection);
    const own = deps.vault.open<string>(webhook_secret, connectionWebhookContext(entry.connection_id));
    return verify(message, { webhookSecret: connector.webhookSecretOf?.(ctx.credentials) ?? own });
  });
  return taken === 'elsewhere' ? 'unknown' : taken;
}
