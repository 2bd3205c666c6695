import type { Call, Shopify } from './call.ts';
import type { LocationDoc, ProductDoc, ShopSeed } from './model.ts';

type Where = Pick<Shopify, 'store'> & { seed: ShopSeed };

const EPOCH = '2024-03-01T09:00:00Z';

/** A shop's locations, the primary one first. Those that it was made with have no document until they change. */
export function allLocations({ seed, store }: Where): LocationDoc[] {
  const made = [{ id: seed.locationId, name: seed.locationName, online: true }, ...(seed.moreLocations ?? [])].map(
    ({ id, name, online }): LocationDoc => ({
      id,
      name,
      isActive: true,
      isDeleted: false,
      fulfillsOnlineOrders: online,
      createdAt: EPOCH,
      updatedAt: EPOCH,
    }),
  );
  return made.map((one) => store.get(seed.shop, 'location', one.id) ?? one).filter((one) => !one.isDeleted);
}

export const findLocation = (where: Where, id: number | undefined): LocationDoc | undefined =>
  allLocations(where).find((one) => one.id === id);

/** Ids of locations that stock can be kept at. */
export const activeLocations = (where: Where): Set<number> =>
  new Set(
    allLocations(where)
      .filter((one) => one.isActive)
      .map((one) => one.id),
  );

export type LocationAct = 'activate' | 'deactivate' | 'delete';

/** What a merchant does to a location; its stock can't be seen until it is active again. false: not possible. */
export function changeLocation(where: Where, id: number, act: LocationAct): boolean {
  const there = findLocation(where, id);
  if (!there || id === where.seed.locationId || (act === 'delete' && there.isActive)) return false;
  where.store.save(where.seed.shop, 'location', {
    ...there,
    isActive: act === 'activate',
    isDeleted: act === 'delete',
    updatedAt: where.store.now(),
  });
  return true;
}

/** Stocks an item at a location. An error: no such item or location. */
export function activateInventory(
  call: Call,
  itemId: number | undefined,
  locationId: number | undefined,
): { error: string } | { product: ProductDoc } {
  const { seed, store } = call;
  const productId = itemId === undefined ? undefined : store.byKey(seed.shop, 'item', String(itemId));
  const product = productId === undefined ? undefined : store.get(seed.shop, 'product', productId);
  const variant = product?.variants.find((one) => one.itemId === itemId);
  if (!product || !variant) return { error: 'The product couldn’t be stocked because it wasn’t found.' };
  if (locationId === undefined || !activeLocations(call).has(locationId))
    return { error: 'The product couldn’t be stocked because the location wasn’t found or is not active.' };
  variant.levels[String(locationId)] ??= 0;
  return { product };
}
