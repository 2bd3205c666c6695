import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { lockStore, storeMovingError } from '../../connections/index.ts';
import { marketRule } from '../../pricing/index.ts';
import { findListedVariants } from '../../products/index.ts';
import { listingsBeingWritten } from '../batch-repo.ts';
import { findChoices, lockLists, saveChoice } from '../list-repo.ts';
import { chooseOurs, listingsWithOurs } from '../price-repo.ts';
import { requirePriceList } from '../queries/require-price-list.ts';
import { queueListings } from './queue-listings.ts';

interface ListName {
  storeId: string;
  priceListId: string;
}

/** A price list whose store can be written. Throws MARKET_UNKNOWN, STORE_MOVING and STORE_DISCONNECTED. */
async function requireWritable(tx: Executor, workplaceId: string, { storeId, priceListId }: ListName) {
  const { list } = await requirePriceList(tx, workplaceId, storeId, priceListId);
  const store = await lockStore(tx, workplaceId, storeId);
  const name = store?.store_name || store?.platform_domain || '';
  if (store?.moving) throw storeMovingError(name);
  if (store?.status === 'uninstalled') throw new AppError('BAD_REQUEST', 'STORE_DISCONNECTED', { params: { name } });
  return list;
}

/** Chooses who sets the prices of a price list. Going back to the store's removes what we wrote and is unchanged since. */
export async function choosePrices(
  deps: Deps,
  scope: WorkplaceScope,
  { storeId, priceListId, byRule }: ListName & { byRule: boolean },
): Promise<void> {
  const { workplaceId } = scope;
  const name = { storeId, priceListId };
  await deps.db.tenant(scope, async (tx) => {
    const list = await requireWritable(tx, workplaceId, name);
    // A batch is taken up before or after this choice.
    await lockLists(tx, workplaceId, [storeId]);
    if (byRule && !(await marketRule(tx, workplaceId, storeId)))
      throw new AppError('BAD_REQUEST', 'MARKET_WITHOUT_RULE', { fields: { by_rule: ['MARKET_WITHOUT_RULE'] } });
    await saveChoice(tx, workplaceId, { ...name, name: list.name, byRule });
    const listingIds = byRule
      ? [...new Set((await findListedVariants(tx, workplaceId, storeId)).map((one) => one.listing_id))]
      : [
          ...(await listingsWithOurs(tx, workplaceId, name)),
          // They are about to get prices by the former choice.
          ...(await listingsBeingWritten(tx, workplaceId, storeId)),
        ];
    await queueListings(tx, deps, scope, storeId, [...new Set(listingIds)]);
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}

/** Replaces prices that the merchant set by ours, once. undefined: all of them. */
export async function replacePrices(
  deps: Deps,
  scope: WorkplaceScope,
  { storeId, priceListId, variants }: ListName & { variants: readonly string[] | undefined },
): Promise<void> {
  const { workplaceId } = scope;
  const name = { storeId, priceListId };
  await deps.db.tenant(scope, async (tx) => {
    const list = await requireWritable(tx, workplaceId, name);
    const choice = (await findChoices(tx, workplaceId, [storeId])).find((one) => one.price_list_id === priceListId);
    if (!choice?.by_rule)
      throw new AppError('BAD_REQUEST', 'MARKET_NOT_BY_RULE', {
        params: { name: list.name },
        fields: { price_list: ['MARKET_NOT_BY_RULE'] },
      });
    const listingIds = await chooseOurs(tx, workplaceId, name, variants);
    await queueListings(tx, deps, scope, storeId, listingIds);
  });
}
