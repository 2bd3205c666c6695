import type { PageHtml } from '@quayside/contracts';
import { invalidField, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore } from '../../connections/index.ts';
import { findStorefront, saveReading } from '../repo.ts';
import { isOwnPage } from '../rules/own-page.ts';
import { isScannable } from '../rules/scannable.ts';
import { shopInfo } from '../rules/shop-info.ts';

/**
 * Keeps what a store's pages tell that a browser read where this server may not; nothing is fetched. Throws STORE_NOT_FOUND, and
 * STOREFRONT_OTHER_ADDRESS for a page that is not the store's, naming its field.
 */
export async function takePages(
  deps: Deps,
  scope: WorkplaceScope,
  storeId: string,
  { shop, product }: { shop: PageHtml; product?: PageHtml | undefined },
): Promise<void> {
  const { workplaceId } = scope;
  const { store, ledTo } = await deps.db.read(scope, async (ex) => ({
    store: await findStore(ex, workplaceId, storeId),
    ledTo: (await findStorefront(ex, workplaceId, storeId))?.led_to,
  }));
  if (!store || store.status === 'uninstalled') throw notFound('STORE_NOT_FOUND');
  const name = store.platform_domain;
  const hosts = [new URL(store.base_url).host, name, ledTo ?? ''];
  for (const [field, page] of Object.entries({ shop, product }))
    if (page && !isOwnPage(page.address, hosts))
      throw invalidField(`${field}.address`, 'STOREFRONT_OTHER_ADDRESS', { name });
  const info = shopInfo(shop.address, shop.html, product?.html);
  const key = isScannable(store.base_url) ? 'STOREFRONT_TELLS_NOTHING' : 'STOREFRONT_NOT_SCANNED';
  await deps.db.tenant(scope, async (tx) => {
    await saveReading(tx, workplaceId, storeId, info ? { info } : { problem: { key, params: { name } } });
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}
