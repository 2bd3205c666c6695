import { finishBulk } from './bulk.ts';
import type { Shopify } from './call.ts';
import { executeBulk } from './execute.ts';
import { finishProductSet } from './product-operations.ts';
import { routeOrder } from './routing.ts';

/** Pictures fetched at one time: a push of many products must not crowd out everything else. */
const FETCHING = 3;

async function fetchMedia(shopify: Shopify, shop: string, productId: number): Promise<void> {
  const { files, store, world } = shopify;
  const waiting = store.get(shop, 'product', productId)?.media.filter((media) => media.status === 'PROCESSING') ?? [];
  const results = new Map<number, string | undefined>();
  for (const media of waiting) results.set(media.id, await files.fetch(media));
  world.transaction(() => {
    // Read again: the product may have changed while its pictures came.
    const product = store.get(shop, 'product', productId);
    if (!product) return;
    for (const media of product.media) {
      if (media.status !== 'PROCESSING' || !results.has(media.id)) continue;
      const type = results.get(media.id);
      media.status = type === undefined ? 'FAILED' : 'READY';
      media.contentType = type ?? null;
    }
    store.save(shop, 'product', product);
  });
}

/** What Shopify does by itself: routes orders, works off operations, fetches pictures. Kept in the store until done. */
export function dueWork(shopify: Shopify): () => void {
  const { store, world } = shopify;
  const flying = new Set<number>();
  const background = (id: number, work: () => Promise<void>) => {
    flying.add(id);
    void work()
      .then(() => store.settleDue(id))
      .catch((error: unknown) => world.log(`shopify: ${String(error)}`))
      .finally(() => flying.delete(id));
  };
  return () => {
    for (const { id, shop, what, about } of store.takeDue()) {
      if (what === 'bulk') {
        if (!flying.has(id)) background(id, () => finishBulk(shopify, shop, about, executeBulk));
        continue;
      }
      if (what === 'fetch-media') {
        if (!flying.has(id) && flying.size < FETCHING) background(id, () => fetchMedia(shopify, shop, about));
        continue;
      }
      world.transaction(() => {
        if (what === 'route-order') routeOrder(shopify, shop, about);
        else if (what === 'product-set') finishProductSet(shopify, shop, about);
        store.settleDue(id);
      });
    }
  };
}
