import {
  type ChannelConnector,
  type ConnectorContext,
  ConnectorError,
  type ConnectorManifest,
} from '@quayside/connector-kit';
import { newToken } from '@quayside/kernel';
import { getWorkplace, json, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { Sealed } from '../../../vault/vault.ts';
import { findEntry, setWebhookBase } from '../directory-repo.ts';
import { pollStoreJob } from '../jobs/connections.ts';
import { toProblem } from '../rules/connector-problem.ts';
import { POLL_SECONDS, SUPPLIER_POLL_SECONDS } from '../rules/order-intake.ts';
import { callBase, type Problem } from '../rules/reachability.ts';
import { findStore, storeWebhookContext } from '../store-repo.ts';
import { connectionWebhookContext, findConnection } from '../supplier-repo.ts';
import { storeWithConnector } from './open-store.ts';
import { supplierWithConnector } from './open-supplier.ts';

/** Base URL for webhooks of a store or supplier, or why there is none. */
export const webhookBase = (deps: Deps, { webhooks }: Pick<ConnectorManifest, 'webhooks'>, mode: 'live' | 'sandbox') =>
  callBase({
    appUrl: deps.config.appUrl,
    ownUrl: deps.config.ownUrl,
    mode,
    needsHttps: webhooks?.needsHttps ?? false,
    purpose: 'webhooks',
  });

/**
 * Subscribes to a store's order webhooks; if it can't reach us or refuses, its orders are polled every 30 s and the
 * reason is saved for the owner. Idempotent.
 */
export async function setUpStore(deps: Deps, scope: Scope, storeId: string, isLastTry: boolean): Promise<void> {
  const { workplaceId } = getWorkplace(scope);
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  const entry = await deps.db.global((tx) => findEntry(tx, storeId));
  if (store?.status !== 'active' || !entry || !store.webhook_secret) return;
  const { connector, ctx } = storeWithConnector(deps, scope, store);
  const way = webhookBase(deps, connector, store.mode);
  let reason: Problem | null = null;
  /** The store's current webhook URL; null: none. */
  const before = store.metadata.webhook_address ?? null;
  let kept = before;
  let restored = false;
  if (!connector.webhooks) reason = { key: 'WEBHOOKS_NOT_OFFERED', params: { platform: connector.label } };
  else if ('reason' in way) {
    reason = way.reason;
    if (before && (await stopWebhooks(connector, ctx, before))) kept = null;
  } else if (connector.webhooks.signedWith === 'app' && !ctx.credentials.clientSecret)
    reason = { key: 'WEBHOOKS_NEED_APP_SECRET', params: { platform: connector.label } };
  else {
    const address = `${way.base}/webhooks/${store.platform}/${entry.webhook_key}`;
    try {
      const secret = deps.vault.open<string>(store.webhook_secret, storeWebhookContext(storeId));
      const { missing } = await connector.ensureWebhooks(ctx, { address, secret });
      restored = missing > 0 && before === address && entry.webhook_base === way.base;
      kept = address;
      if (before && before !== address) await connector.removeWebhooks(ctx, { address: before });
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.code === 'interrupted') throw error;
      const passing = error.kind === 'temporary' || error.kind === 'unknown' || error.kind === 'rate-limited';
      if (passing && !isLastTry) throw error;
      const { key, params } = toProblem(error, store.platform_domain);
      reason = { key: 'WEBHOOKS_REFUSED', params: { ...params, reason: key } };
    }
  }
  const ordersBy = reason ? 'polling' : 'webhook';
  const base = reason || 'reason' in way ? null : way.base;
  await deps.db.tenant(scope, async (tx) => {
    await tx.run(sql`update store set orders_by = ${ordersBy}, orders_by_reason = ${json(reason)},
        metadata = metadata || ${json({ webhook_address: kept, ...(restored ? { webhooks_restored_at: deps.clock.now() } : {}) })},
        updated_at = now()
      where workplace_id = ${workplaceId} and store_id = ${storeId}`);
    await setWebhookBase(tx, storeId, base, POLL_SECONDS[ordersBy]);
    // Changes made while they were off were not reported.
    if (restored) await deps.queue.send(tx, pollStoreJob, { accountId: scope.accountId, workplaceId, storeId });
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}

/** Removes webhooks at an outdated URL of ours. false: the store couldn't be reached; its next check retries. */
async function stopWebhooks(connector: ChannelConnector, ctx: ConnectorContext, address: string): Promise<boolean> {
  try {
    await connector.removeWebhooks(ctx, { address });
    return true;
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code === 'interrupted') throw error;
    return false;
  }
}

/** Creates a secret for a connection from before signed webhooks; of two concurrent jobs both use the first. */
async function giveSecret(deps: Deps, scope: Scope, connectionId: string): Promise<Sealed> {
  const { workplaceId } = getWorkplace(scope);
  const fresh = json(deps.vault.seal(newToken(32), connectionWebhookContext(connectionId)));
  const row = await deps.db.tenant(scope, (tx) =>
    tx.first<{ webhook_secret: Sealed }>(sql`update supplier_connection
      set webhook_secret = coalesce(webhook_secret, ${fresh}::jsonb)
      where workplace_id = ${workplaceId} and connection_id = ${connectionId} returning webhook_secret`),
  );
  if (!row) throw new Error('connection not found');
  return row.webhook_secret;
}

/**
 * The same for a supplier. Only an owner's own account gets webhooks: the operator's account is shared, and its
 * supplier accepts one URL.
 */
export async function setUpSupplier(deps: Deps, scope: Scope, connectionId: string): Promise<void> {
  const { workplaceId } = getWorkplace(scope);
  const connection = await deps.db.read(scope, (ex) => findConnection(ex, workplaceId, connectionId));
  if (connection?.status !== 'active') return;
  const { connector, ctx } = supplierWithConnector(deps, scope, connection);
  if (!connector.ensureWebhooks || !connector.webhooks) return;
  if (connection.payer === 'wallet' && !connector.isBuiltIn) return;
  // It is asked often, and a call to our own address may not come through the proxy in front of it.
  if (deps.connectors.isServedHere(connection.supplier, connection.mode)) return;
  const way = webhookBase(deps, connector, connection.mode);
  if ('reason' in way) return;
  const key = await deps.db.global((tx) =>
    tx.first<{ webhook_key: string }>(
      sql`select webhook_key from supplier_directory where connection_id = ${connectionId} and active`,
    ),
  );
  if (!key) return;
  const secret = deps.vault.open<string>(
    connection.webhook_secret ?? (await giveSecret(deps, scope, connectionId)),
    connectionWebhookContext(connectionId),
  );
  await connector.ensureWebhooks(ctx, {
    address: `${way.base}/webhooks/supplier/${connection.supplier}/${key.webhook_key}`,
    secret,
    account: connectionId,
  });
  // Polling our own warehouse is cheap and finds orders placed before it knew this URL.
  const pollSeconds = SUPPLIER_POLL_SECONDS[connector.isBuiltIn ? 'polling' : 'webhook'];
  await deps.db.global((tx) =>
    tx.run(sql`update supplier_directory set webhook_base = ${way.base}, poll_seconds = ${pollSeconds}
      where connection_id = ${connectionId}`),
  );
}
