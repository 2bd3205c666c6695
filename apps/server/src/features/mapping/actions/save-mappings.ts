import { newId, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, holdStores, storeMovingError } from '../../connections/index.ts';
import { remapLinesJob } from '../../orders/index.ts';
import { saveBundles, saveMultiples } from '../../products/index.ts';
import { deleteMappings, insertMappings, lockMappings } from '../repo.ts';
import { dropSuggestions } from '../suggestion-repo.ts';
import type { Component } from '../tables.ts';
import { suggestAfterRemoval } from './request-suggestions.ts';

/** All supplier choices of a store's variant, in the order in which they are tried. */
export interface VariantChoices {
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string;
  title: string;
  variant_title: string;
  /** `further`: the other parts of a bundle. */
  choices: { component: Component; further?: readonly Component[]; ship_to: readonly string[] }[];
}

/** Variants per job, so that its payload stays small. */
const PER_JOB = 100;

/**
 * Replaces the supplier choices of stores' variants, and has open orders matched again in the same transaction. Throws
 * STORE_MOVING while a store is transferred.
 */
export async function saveMappings(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  wanted: readonly VariantChoices[],
): Promise<void> {
  await lockMappings(tx, workplaceId);
  const byStore = Map.groupBy(wanted, (one) => one.store_id);
  const stores = await holdStores(tx, workplaceId, [...byStore.keys()]);
  for (const [storeId, own] of byStore) {
    const store = stores.get(storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (store.moving) throw storeMovingError(store.platform_domain);
    // The last one counts where a variant is named twice.
    const once = new Map(own.map((one) => [one.external_variant_id, one]));
    const ids = [...once.keys()];
    await deleteMappings(tx, workplaceId, storeId, ids);
    await insertMappings(
      tx,
      workplaceId,
      [...once.values()].flatMap(({ choices, ...variant }) =>
        choices.map(({ component, further = [], ship_to }, at) => ({
          ...variant,
          mapping_id: newId(),
          priority: at + 1,
          ship_to: [...new Set(ship_to)],
          components: [component, ...further],
        })),
      ),
    );
    await saveMultiples(
      tx,
      workplaceId,
      storeId,
      ids,
      [...once.values()].flatMap(({ choices, external_variant_id }) =>
        choices.flatMap(({ component, further = [] }) =>
          [component, ...further].map((part) => ({ ...part, external_variant_id, pieces: part.quantity })),
        ),
      ),
    );
    await saveBundles(
      tx,
      workplaceId,
      storeId,
      ids,
      [...once.values()].flatMap(({ choices, external_variant_id }) =>
        choices.flatMap(({ component, further = [] }, choice) =>
          further.length === 0
            ? []
            : [component, ...further].map((part, position) => ({
                ...part,
                external_variant_id,
                choice,
                position,
                pieces: part.quantity,
              })),
        ),
      ),
    );
    const withChoices = [...once.values()].flatMap((one) => (one.choices.length > 0 ? one.external_variant_id : []));
    await dropSuggestions(tx, workplaceId, storeId, withChoices);
    const parts = Array.from({ length: Math.ceil(ids.length / PER_JOB) }, (_none, at) =>
      ids.slice(at * PER_JOB, (at + 1) * PER_JOB),
    );
    await deps.queue.sendMany(
      tx,
      remapLinesJob,
      parts.map((variants) => ({ accountId, workplaceId, storeId, variants })),
    );
  }
  if (wanted.some((one) => one.choices.length === 0)) await suggestAfterRemoval(tx, deps, { accountId, workplaceId });
  await publish(tx, workplaceId, 'products');
}

/** Refuses stores of another workspace, and those of the other mode than what is mapped to them. */
export async function checkStores(
  ex: Executor,
  workplaceId: string,
  mode: 'live' | 'sandbox',
  stores: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [storeId, field] of stores) {
    const store = await findStore(ex, workplaceId, storeId);
    if (store?.mode !== mode) throw notFoundField(field, store ? 'MAPPING_OTHER_MODE' : 'STORE_NOT_FOUND');
  }
}
