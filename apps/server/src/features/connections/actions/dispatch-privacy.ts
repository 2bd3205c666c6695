import { getWorkplace, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ConnectionListeners } from '../listeners.ts';
import { findStore } from '../store-repo.ts';
import type { Delivery } from '../webhook-repo.ts';
import { getConnector } from './open-store.ts';

/**
 * Passes on a platform's privacy request. Its body is the request itself and names a customer, so it is deleted once
 * filed.
 */
export async function dispatchPrivacyRequest(
  deps: Deps,
  listeners: ConnectionListeners,
  scope: Scope,
  { delivery_id: deliveryId, sender_id: storeId }: Delivery,
): Promise<void> {
  const { workplaceId } = getWorkplace(scope);
  const found = await deps.db.read(scope, async (ex) => ({
    store: await findStore(ex, workplaceId, storeId),
    delivery: await ex.first<{
      body: Buffer | null;
      dedupe_key: string;
    }>(sql`select body, dedupe_key from webhook_delivery
      where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`),
  }));
  if (!found.store || !found.delivery?.body) return;
  const read = getConnector(deps, found.store.platform).readPrivacyRequest;
  if (!read) return;
  const request = read(found.delivery.body);
  if (request.platformDomain !== found.store.platform_domain)
    throw new Error(`a privacy request for ${request.platformDomain} reached ${found.store.platform_domain}`);
  await listeners.onPrivacyRequest(scope, found.store, request, found.delivery.dedupe_key);
  await deps.db.tenant(scope, (tx) =>
    tx.run(
      sql`update webhook_delivery set body = null where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`,
    ),
  );
}
