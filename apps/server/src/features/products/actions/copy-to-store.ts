import { getCost } from '@quayside/contracts';
import { AppError, type MessageParams } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdStores, type Store } from '../../connections/index.ts';
import { recordUse } from '../../plans/index.ts';
import { findListings } from '../listing-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { findProducts, lockProducts } from '../repo.ts';
import { judgeCopies } from '../rules/copy-to-store.ts';
import { type Carried, carryOverrides, findCarried } from '../store-copy-repo.ts';
import { chosenStores } from './push-all.ts';
import { type PushRequest, type StartedPush, startPushWithin } from './start-push.ts';

export interface CopyRequest extends Omit<PushRequest, 'storeIds'> {
  fromStoreId: string;
  storeId: string;
  /** Credits as the person saw them. */
  credits: number;
  personId: string;
  /** What goes along; absent: as the store's setting says. */
  carry?: Carried | undefined;
}

interface Judged {
  copies: string[];
  failed: Map<string, { key: string; params: MessageParams }>;
  credits: number;
}

const FEATURE = 'WP_STORE_PRODUCT_COPY';
const nameOf = (store: Store) => store.store_name || store.platform_domain;

/** Which products can be copied, and what that costs beside the listings themselves. */
export async function judgeCopyToStore(
  ex: Executor,
  workplaceId: string,
  { productIds, fromStoreId, storeId }: Pick<CopyRequest, 'productIds' | 'fromStoreId' | 'storeId'>,
): Promise<Judged> {
  const [from] = await chosenStores(ex, workplaceId, [fromStoreId], 'from_store_id');
  const [to] = await chosenStores(ex, workplaceId, [storeId], 'store_id');
  if (!from || !to) throw new AppError('NOT_FOUND', 'STORE_NOT_FOUND');
  const ids = [...new Set(productIds)];
  const known = new Map((await findProducts(ex, workplaceId, ids)).map((one) => [one.product_id, one]));
  const listings = await findListings(ex, workplaceId, ids, [from.store_id, to.store_id]);
  const { copies, failed } = judgeCopies({
    productIds: ids,
    known,
    listings,
    from: { id: from.store_id, name: nameOf(from) },
    to: { id: to.store_id, name: nameOf(to), mode: to.mode },
  });
  return { copies, failed, credits: copies.length * getCost(FEATURE) };
}

/**
 * Copies products of one store to another: listed there with their texts and suppliers here, at the other store's prices.
 * A product that the other store has, or is getting, is refused, so that repeating a copy neither lists nor charges twice.
 * Retrying a copy that failed is free. Throws COPY_PRICE_CHANGED if it costs other credits than the person saw.
 */
export async function copyToStore(
  deps: Deps,
  {
    collections,
    quota,
    storePrices,
    metafields,
  }: Pick<ProductPorts, 'quota' | 'storePrices' | 'collections' | 'metafields'>,
  scope: WorkplaceScope,
  ask: CopyRequest,
): Promise<StartedPush> {
  const { workplaceId, accountId } = scope;
  const wanted = new Set(ask.productIds).size;
  const listing = await quota.admit(scope, 'PRODUCT_LISTING', wanted);
  const copying = await quota.admit(scope, FEATURE, wanted);
  const priceInStore = await storePrices?.(scope);
  return deps.db.tenant(scope, async (tx) => {
    await holdStores(tx, workplaceId, [ask.fromStoreId, ask.storeId]);
    await lockProducts(tx, workplaceId, [...new Set(ask.productIds)]);
    const { copies, failed, credits } = await judgeCopyToStore(tx, workplaceId, ask);
    if (copies.length === 0) return { items: [], failed, refusals: [] };
    if (credits !== ask.credits)
      throw new AppError('UNPROCESSABLE_ENTITY', 'COPY_PRICE_CHANGED', {
        params: { credits },
        fields: { credits: ['COPY_PRICE_CHANGED'] },
        data: { credits },
      });
    if (copying.fits < copies.length && copying.refusal) throw copying.refusal;
    const push = { ...ask, productIds: copies, storeIds: [ask.storeId] };
    await metafields?.copied(tx, workplaceId, { ...ask, productIds: copies });
    const started = await startPushWithin(deps, priceInStore, tx, scope, push, listing);
    const amount = started.items.length;
    if (amount > 0) {
      await recordUse(tx, { accountId, feature: FEATURE, amount, usedBy: ask.personId });
      await copying.confirm(tx);
      const carried = ask.carry ?? (await findCarried(tx, workplaceId, ask.fromStoreId));
      const stores = { from: ask.fromStoreId, to: ask.storeId };
      const ids = [...new Set(started.items.map((one) => one.product_id))];
      if (carried.store_values) await carryOverrides(tx, workplaceId, ids, stores);
      if (carried.collections) await collections?.carry(tx, workplaceId, ids, stores);
    }
    return { ...started, failed: new Map([...failed, ...started.failed]) };
  });
}
