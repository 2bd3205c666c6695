import { AppError, notFound, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findStore, readStoreProduct } from '../../connections/index.ts';
import { findListings } from '../listing-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { findProduct } from '../repo.ts';
import { productForm } from '../rules/store-product.ts';
import { type PushRequest, startPush } from './start-push.ts';

/**
 * Reads a product as a store has it. One that isn't there yet is pushed first, and is read by repeating the call once the
 * push has ended.
 */
export async function readOrCreate(
  deps: Deps,
  { quota, storePrices }: Pick<ProductPorts, 'quota' | 'storePrices'>,
  scope: WorkplaceScope,
  storeId: string | undefined,
  ask: Omit<PushRequest, 'storeIds'> & { productId: string },
) {
  const { workplaceId } = scope;
  const product = await deps.db.read(scope, (ex) => findProduct(ex, workplaceId, ask.productId));
  if (!product) throw notFoundField('product_id', 'PRODUCT_NOT_FOUND');
  if (!storeId) throw new AppError('CURRENT_SHOP_ID_INVALID', 'STORE_HEADER_NEEDED');
  const { store, listings } = await deps.db.read(scope, async (ex) => ({
    store: await findStore(ex, workplaceId, storeId),
    listings: await findListings(ex, workplaceId, [ask.productId], [storeId]),
  }));
  if (!store) throw notFound('STORE_NOT_FOUND');
  const name = store.store_name || store.platform_domain;
  if (!deps.connectors.channels[store.platform]?.readProduct)
    throw new AppError('BAD_REQUEST', 'STORE_PRODUCT_UNREADABLE', { params: { name } });
  const there = listings.find((one) => one.external_product_id !== null);
  if (there?.external_product_id) {
    const read = await readStoreProduct(deps, scope, storeId, there.external_product_id);
    return { state: 'listed' as const, process_id: null, product: productForm(read, store.platform_domain) };
  }
  const running = listings.find((one) => one.state !== 'failed' && one.process_id !== null);
  if (running) return { state: 'processing' as const, process_id: running.process_id, product: null };
  const push = { ...ask, productIds: [ask.productId], storeIds: [storeId] };
  const { items, failed } = await startPush(deps, quota, scope, push, storePrices);
  const [refusal] = failed.values();
  if (refusal) throw new AppError('BAD_REQUEST', refusal.key, { params: refusal.params });
  return { state: 'processing' as const, process_id: items[0]?.process_id ?? null, product: null };
}
