import { json, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { withStore } from '../../connections/index.ts';
import { findListed, settleProduct } from '../listing-repo.ts';
import type { ListedRow } from '../tables.ts';

/** Shows a listing as deleted in its store, named `name`, so that it can be pushed again. */
export async function markDeleted(deps: Deps, here: WorkplaceScope, listed: ListedRow, name: string): Promise<void> {
  const { workplaceId } = here;
  await deps.db.tenant(here, async (tx) => {
    // Locks products before listings, in the same order as startPush, to avoid deadlocks.
    await tx.run(
      sql`select 1 from product where workplace_id = ${workplaceId} and product_id = ${listed.product_id} for update`,
    );
    const noted = await tx.run(sql`update listing set state = 'failed', error_key = 'LISTING_DELETED',
        error_params = ${json({ name })}, external_product_id = null, url = null, admin_url = null, handle = null,
        fields = null, own_fields = 0, conflicts = 0, store_status = null, choices = '{}', updated_at = now()
      where workplace_id = ${workplaceId} and listing_id = ${listed.listing_id}
        and state = 'listed' and external_product_id = ${listed.external_product_id}`);
    if (noted === 0) return;
    if (await settleProduct(tx, workplaceId, listed.product_id)) await publish(tx, workplaceId, 'counts');
    await publish(tx, workplaceId, 'products', [listed.product_id]);
    await publish(tx, workplaceId, 'listings');
  });
}

/**
 * A webhook says that a product was deleted in its store. What it says is a hint, so the store is asked; what is gone is shown
 * as such and can be pushed again.
 */
export async function noteDeleted(
  deps: Deps,
  here: WorkplaceScope,
  storeId: string,
  externalProductId: string,
): Promise<void> {
  const { workplaceId } = here;
  const known = await deps.db.read(here, (ex) => findListed(ex, workplaceId, storeId, externalProductId));
  if (!known) return;
  const { isGone, name } = await withStore(deps, here, storeId, async ({ connector, ctx, store }) => ({
    isGone: (await connector.isListingGone?.(ctx, externalProductId)) ?? false,
    name: store.store_name || store.platform_domain,
  }));
  if (isGone) await markDeleted(deps, here, known, name);
}
