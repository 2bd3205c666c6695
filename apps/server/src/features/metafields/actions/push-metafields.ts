import { metafieldId, metafieldPrint } from '@quayside/connector-kit';
import type { MetafieldPorts } from '../../products/index.ts';
import { countPending, printsOf } from '../rules/pending.ts';
import { addValues, findPushed, findValues, savePushed, settleAgain } from '../value-repo.ts';

/** What pushes ask about metafields, and what they report. */
export const ports: MetafieldPorts = {
  async wanted(ex, workplaceId, storeId, listings) {
    const productIds = [...new Set(listings.map((one) => one.productId))];
    const values = Map.groupBy(await findValues(ex, workplaceId, productIds, storeId), (one) => one.product_id);
    const listingIds = listings.map((one) => one.listingId);
    const pushed = new Map((await findPushed(ex, workplaceId, listingIds)).map((one) => [one.listing_id, one]));
    return new Map(
      listings.flatMap(({ listingId, productId, isThere }) => {
        const own = values.get(productId) ?? [];
        const last = pushed.get(listingId);
        // Without values now and at the last push there is nothing to write or to remove.
        if (own.length === 0 && !last) return [];
        const wanted = {
          values: own.map(({ namespace, key, type, value }) => ({ namespace, key, type, value })),
          again: own.filter((one) => one.again).map(metafieldId),
          known: isThere ? (last?.known ?? {}) : {},
        };
        return [[listingId, wanted] as const];
      }),
    );
  },
  async pending(ex, workplaceId, storeId, listings) {
    const productIds = [...new Set(listings.map((one) => one.productId))];
    const values = Map.groupBy(await findValues(ex, workplaceId, productIds, storeId), (one) => one.product_id);
    const listingIds = listings.map((one) => one.listingId);
    const pushed = new Map((await findPushed(ex, workplaceId, listingIds)).map((one) => [one.listing_id, one]));
    return new Map(
      listings.map(({ listingId, productId }) => [
        listingId,
        countPending(values.get(productId) ?? [], pushed.get(listingId)?.wanted ?? null),
      ]),
    );
  },
  async settled(tx, workplaceId, { listingId, productId, storeId }, wanted, outcomes) {
    const byId = new Map(wanted.values.map((one) => [metafieldId(one), one]));
    // A value that both have is what later changes of either are judged by.
    const known = outcomes.flatMap(({ id, state }) => {
      const ours = byId.get(id);
      const print = state === 'same' && ours ? metafieldPrint(ours) : wanted.known?.[id];
      return print === undefined ? [] : [[id, print] as const];
    });
    await savePushed(tx, workplaceId, storeId, listingId, {
      wanted: printsOf(wanted.values),
      known: Object.fromEntries(known),
      outcomes: outcomes.filter(({ state }) => state !== 'same'),
    });
    const written = outcomes.filter(({ state }) => state === 'same').map(({ id }) => id);
    const again = wanted.again.filter((id) => written.includes(id));
    if (again.length > 0) await settleAgain(tx, workplaceId, productId, storeId, again);
  },
  async copied(tx, workplaceId, { productIds, fromStoreId, storeId }) {
    const values = await findValues(tx, workplaceId, productIds, fromStoreId);
    if (values.length > 0)
      await addValues(
        tx,
        workplaceId,
        values.map((one) => ({ ...one, store_id: storeId, again: false })),
      );
  },
};
