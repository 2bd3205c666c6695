import { type Executor, json, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { withStore } from '../../connections/index.ts';
import { settleProduct } from '../listing-repo.ts';

const listedAs = (ex: Executor, workplaceId: string, storeId: string, externalProductId: string) =>
  ex.first<{ listing_id: string; product_id: string }>(sql`select listing_id, product_id from listing
    where workplace_id = ${workplaceId} and store_id = ${storeId} and external_product_id = ${externalProductId}
      and state = 'listed'`);

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
  const known = await deps.db.read(here, (ex) => listedAs(ex, workplaceId, storeId, externalProductId));
  if (!known) return;
  const { isGone, name } = await withStore(deps, here, storeId, async ({ connector, ctx, store }) => ({
    isGone: (await connector.isListingGone?.(ctx, externalProductId)) ?? false,
    name: store.store_name || store.platform_domain,
  }));
  if (!isGone) return;
  await deps.db.tenant(here, async (tx) => {
    // Products are held first, as whoever begins a push does.
    await tx.run(
      sql`select 1 from product where workplace_id = ${workplaceId} and product_id = ${known.product_id} for update`,
    );
    const noted = await tx.run(sql`update listing set state = 'failed', error_key = 'LISTING_DELETED',
        error_params = ${json({ name })}, external_product_id = null, url = null, admin_url = null, handle = null, updated_at = now()
      where workplace_id = ${workplaceId} and listing_id = ${known.listing_id}
        and state = 'listed' and external_product_id = ${externalProductId}`);
    if (noted === 0) return;
    if (await settleProduct(tx, workplaceId, known.product_id)) await publish(tx, workplaceId, 'counts');
    await publish(tx, workplaceId, 'products', [known.product_id]);
    await publish(tx, workplaceId, 'listings');
  });
}
