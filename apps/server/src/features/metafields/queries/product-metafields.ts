import { type MetafieldOutcome, metafieldId, metafieldPrint } from '@quayside/connector-kit';
import type { MetafieldOutcomeView, ProductMetafields } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { storesWithList } from '../../connections/index.ts';
import { findListings, findProduct } from '../../products/index.ts';
import { definitionList } from '../actions/read-definitions.ts';
import { countPending } from '../rules/pending.ts';
import { findPushed, findValues } from '../value-repo.ts';

const toView = ({ id, state, held, reason }: MetafieldOutcome): MetafieldOutcomeView[] =>
  state === 'same' ? [] : [{ id, state, held: held ?? null, reason: reason ?? null }];

/** The metafields of a product in each connected store. Throws PRODUCT_NOT_FOUND. */
export async function productMetafields(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  productId: string,
): Promise<{ stores: ProductMetafields[] }> {
  const product = await findProduct(ex, workplaceId, productId);
  if (!product) throw notFound('PRODUCT_NOT_FOUND');
  const offering = await storesWithList(ex, deps, definitionList, workplaceId);
  const stores = offering.filter((one) => one.mode === product.mode);
  const values = Map.groupBy(await findValues(ex, workplaceId, [productId]), (one) => one.store_id);
  const parts = (await findListings(ex, workplaceId, [productId])).filter((one) => one.external_product_id !== null);
  const pushed = new Map(
    (
      await findPushed(
        ex,
        workplaceId,
        parts.map((one) => one.listing_id),
      )
    ).map((one) => [one.listing_id, one]),
  );
  return {
    stores: stores.map(({ store_id: storeId }) => {
      const own = values.get(storeId) ?? [];
      const there = parts.filter((one) => one.store_id === storeId);
      const last = there.map((one) => pushed.get(one.listing_id));
      // Of a product in several parts, the first one that differs speaks for a metafield.
      const outcomes = new Map(
        last
          .flatMap((one) => one?.outcomes ?? [])
          .flatMap(toView)
          .reverse()
          .map((one) => [one.id, one]),
      );
      const chosen = new Map(own.map((one) => [metafieldId(one), one]));
      /** A person has chosen since that push: for ours, or for the store's value. */
      const isSettled = ({ id, state, held }: MetafieldOutcomeView): boolean => {
        const value = chosen.get(id);
        if (!value) return true;
        if (state !== 'theirs' && state !== 'conflict') return false;
        return value.again || (held !== null && metafieldPrint({ ...value, value: held }) === metafieldPrint(value));
      };
      return {
        store_id: storeId,
        values: own.map((one) => ({
          id: metafieldId(one),
          name: one.name,
          type: one.type,
          value: one.value,
          again: one.again,
        })),
        outcomes: [...outcomes.values()].filter((one) => !isSettled(one)),
        is_listed: there.length > 0,
        is_pending: there.length > 0 && last.some((one) => countPending(own, one?.wanted ?? null) > 0),
      };
    }),
  };
}
