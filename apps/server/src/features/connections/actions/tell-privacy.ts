import { type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ConnectionListeners } from '../listeners.ts';
import { findStore } from '../store-repo.ts';
import type { Delivery } from '../webhook-repo.ts';
import { connectorOf, workplaceOf } from './open-store.ts';

/**
 * Hands on a privacy request of a platform. Its body is the request itself, there is nothing to read again from the sender;
 * it names a shopper and is dropped once the request is filed.
 */
export async function tellPrivacy(
  deps: Deps,
  listeners: ConnectionListeners,
  scope: Scope,
  { delivery_id: deliveryId, sender_id: storeId }: Delivery,
): Promise<void> {
  const { workplaceId } = workplaceOf(scope);
  const found = await deps.db.read(scope, async (ex) => ({
    store: await findStore(ex, workplaceId, storeId),
    delivery: await ex.first<{
      body: Buffer | null;
      dedupe_key: string;
    }>(sql`select body, dedupe_key from webhook_delivery
      where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`),
  }));
  if (!found.store || !found.delivery?.body) return;
  const read = connectorOf(deps, found.store.platform).readPrivacyRequest;
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
