import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findStore } from '../../connections/index.ts';
import { pricesForMarket } from '../../pricing/index.ts';
import { findListedVariants } from '../../products/index.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import { findChoices, findMarkets } from '../list-repo.ts';
import { findPrices } from '../price-repo.ts';
import { priceListsOf } from '../rules/price-lists.ts';
import { queueListings } from './queue-listings.ts';

/**
 * Has prices of ours written again that have come to be below the rule's floor since they were written, as rates and costs move.
 * Others stay, so that prices don't change with every rate.
 */
export async function guardFloor(
  deps: Deps,
  here: WorkplaceScope,
  storeId: string,
  ownAccounts: WorkplaceFacts['ownAccounts'],
): Promise<void> {
  const { workplaceId } = here;
  await deps.db.tenant(here, async (tx) => {
    const store = await findStore(tx, workplaceId, storeId);
    const choices = (await findChoices(tx, workplaceId, [storeId])).filter((one) => one.by_rule);
    if (!store || choices.length === 0) return;
    const lists = priceListsOf((await findMarkets(tx, workplaceId, storeId)).get(storeId) ?? []);
    const variants = await findListedVariants(tx, workplaceId, storeId);
    const low = new Set<string>();
    for (const { price_list_id: priceListId } of choices) {
      const list = lists.find((one) => one.id === priceListId);
      if (!list) continue;
      const rows = await findPrices(tx, workplaceId, { storeId, priceListId });
      const sent = new Map(
        rows.flatMap((row) =>
          row.state === 'ours' && row.sent_price !== null && row.currency === list.currency
            ? [[row.external_variant_id, row.sent_price] as const]
            : [],
        ),
      );
      const written = variants.filter((one) => sent.has(one.external_variant_id));
      const { prices } = await pricesForMarket(tx, workplaceId, {
        store: { storeId, mode: store.mode },
        currency: list.currency,
        countries: list.countries,
        isOpenEnded: list.isOpenEnded,
        productIds: [...new Set(written.map((one) => one.product_id))],
        day: deps.clock.now().slice(0, 10),
        ownAccounts,
      });
      for (const one of written) {
        const now = prices.get(one.variant_id);
        const price = sent.get(one.external_variant_id) ?? 0;
        if (now && !('lacks' in now) && price < now.floor) low.add(one.listing_id);
      }
    }
    if (low.size > 0) await queueListings(tx, deps, here, storeId, [...low]);
  });
}
