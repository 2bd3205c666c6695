import { invalidField, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { findStore, type Store } from '../../connections/index.ts';
import { findMarkets } from '../list-repo.ts';
import { type ListOfMarkets, priceListsOf } from '../rules/price-lists.ts';

/** A price list of a store's markets, as they were last read. Throws STORE_NOT_FOUND and MARKET_UNKNOWN. */
export async function requirePriceList(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  priceListId: string,
): Promise<{ store: Store; list: ListOfMarkets }> {
  const store = await findStore(ex, workplaceId, storeId);
  if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
  const markets = (await findMarkets(ex, workplaceId, storeId)).get(storeId) ?? [];
  const list = priceListsOf(markets).find((one) => one.id === priceListId);
  if (!list) throw invalidField('price_list', 'MARKET_UNKNOWN');
  return { store, list };
}
