import { metafieldId, metafieldPrint } from '@quayside/connector-kit';
import type { Executor } from '../../../db/index.ts';
import { findListings, type MetafieldPorts } from '../../products/index.ts';
import { findDefinitions } from '../definition-repo.ts';
import { compareMetafields } from '../rules/compare.ts';
import { countPending, printsOf, textsOf } from '../rules/pending.ts';
import { addValues, findPushed, findValues, removeValues, savePushed, saveSeen, settleAgain } from '../value-repo.ts';

/** Removals that no part of a product in the store waits for any more. */
async function endRemovals(
  tx: Executor,
  workplaceId: string,
  { productId, storeId }: { productId: string; storeId: string },
  ids: readonly string[],
): Promise<void> {
  const parts = await findListings(tx, workplaceId, [productId], [storeId]);
  const pushed = await findPushed(
    tx,
    workplaceId,
    parts.map((one) => one.listing_id),
  );
  const ended = (await findValues(tx, workplaceId, [productId], storeId)).filter(
    (one) =>
      one.removed &&
      ids.includes(metafieldId(one)) &&
      !pushed.some(({ known }) => known[metafieldId(one)] !== undefined),
  );
  if (ended.length > 0) await removeValues(tx, workplaceId, productId, storeId, ended);
}

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
          values: own
            .filter((one) => !one.removed)
            .map(({ namespace, key, type, value }) => ({ namespace, key, type, value })),
          removed: own.filter((one) => one.removed).map(metafieldId),
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
      listings.map(({ listingId, productId }) => {
        const own = values.get(productId) ?? [];
        const last = pushed.get(listingId)?.wanted ?? null;
        const removals = own.filter((one) => one.removed && (one.again || last?.[metafieldId(one)] !== undefined));
        return [listingId, { changes: countPending(own, last), removals: removals.length }];
      }),
    );
  },
  async settled(tx, workplaceId, { listingId, productId, storeId }, wanted, outcomes) {
    const byId = new Map(wanted.values.map((one) => [metafieldId(one), one]));
    // A value that both have is what later changes of either are judged by.
    const removed = new Set(wanted.removed ?? []);
    const known = outcomes.flatMap(({ id, state }) => {
      const ours = byId.get(id);
      if (state === 'same' && removed.has(id)) return [];
      const print = state === 'same' && ours ? metafieldPrint(ours) : wanted.known?.[id];
      return print === undefined ? [] : [[id, print] as const];
    });
    const [before] = await findPushed(tx, workplaceId, [listingId]);
    const sent = known.flatMap(([id, print]) => {
      const ours = byId.get(id);
      const text = ours && metafieldPrint(ours) === print ? ours.value : before?.sent[id];
      return text === undefined ? [] : [[id, text] as const];
    });
    const seen = outcomes.flatMap(({ id, state, held }) => {
      const text = state === 'same' ? byId.get(id)?.value : held;
      return text === undefined || text === null ? [] : [[id, text] as const];
    });
    await savePushed(tx, workplaceId, storeId, listingId, {
      wanted: printsOf(wanted.values),
      known: Object.fromEntries(known),
      sent: Object.fromEntries(sent),
      seen: Object.fromEntries(seen),
      outcomes: outcomes.filter(({ state }) => state !== 'same'),
    });
    const written = outcomes.filter(({ state }) => state === 'same').map(({ id }) => id);
    const again = wanted.again.filter((id) => written.includes(id));
    if (again.length > 0) await settleAgain(tx, workplaceId, productId, storeId, again);
    const gone = written.filter((id) => removed.has(id));
    if (gone.length > 0) await endRemovals(tx, workplaceId, { productId, storeId }, gone);
  },
  async read(deps, here, { connector, ctx, store }, listings) {
    const productIds = [...new Set(listings.map((one) => one.productId))];
    const values = Map.groupBy(
      await deps.db.read(here, (ex) => findValues(ex, here.workplaceId, productIds, store.store_id)),
      (one) => one.product_id,
    );
    const asked = listings.filter((one) => values.has(one.productId));
    const ids = new Set([...values.values()].flat().map(metafieldId));
    if (!connector.readMetafields || asked.length === 0) return new Map();
    const ask = { externalProductIds: asked.map((one) => one.externalProductId), ids: [...ids] };
    const found = await connector.readMetafields(ctx, ask);
    return new Map(
      asked.flatMap(({ listingId, externalProductId }) => {
        const held = found.get(externalProductId);
        return held ? [[listingId, textsOf(held)] as const] : [];
      }),
    );
  },
  saveSeen,
  async differences(ex, workplaceId, { listingId, productId, storeId }) {
    const [last] = await findPushed(ex, workplaceId, [listingId]);
    if (!last?.seen) return [];
    const names = new Map(
      (await findDefinitions(ex, workplaceId, [storeId])).map((one) => [metafieldId(one), one.name]),
    );
    const values = (await findValues(ex, workplaceId, [productId], storeId)).map((one) => ({
      ...one,
      name: names.get(metafieldId(one)) ?? one.name,
    }));
    return compareMetafields(values, { known: last.known, sent: last.sent, seen: last.seen });
  },
  async copied(tx, workplaceId, { productIds, fromStoreId, storeId }) {
    const values = await findValues(tx, workplaceId, productIds, fromStoreId);
    const kept = values.filter((one) => !one.removed);
    if (kept.length > 0)
      await addValues(
        tx,
        workplaceId,
        kept.map((one) => ({ ...one, store_id: storeId, again: false })),
      );
  },
};
