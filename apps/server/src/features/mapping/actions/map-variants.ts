import { notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findProduct } from '../../products/index.ts';
import { findComponents } from './find-components.ts';
import { checkStores, saveMappings, type VariantChoices } from './save-mappings.ts';

/** Choices of a store's variant as a person makes them. */
export interface WantedMapping extends Omit<VariantChoices, 'choices'> {
  choices: {
    source: string;
    source_product_id: string;
    sku_id: string;
    pieces_per_unit: number;
    ship_to: readonly string[];
  }[];
}

/**
 * Sets the supplier choices of stores' variants, all or nothing; without choices the mapping is removed. `productId`: a
 * product of the workspace, in whose mode is mapped. Returns the number of mapped variants.
 */
export async function mapVariants(
  deps: Deps,
  scope: WorkplaceScope,
  productId: string,
  wanted: readonly WantedMapping[],
): Promise<number> {
  const { workplaceId } = scope;
  const product = await deps.db.read(scope, async (ex) => {
    const found = await findProduct(ex, workplaceId, productId);
    if (!found) throw notFound('PRODUCT_NOT_FOUND');
    const stores = new Map(wanted.map((one, at) => [one.store_id, `items.${at}.store_id`]));
    await checkStores(ex, workplaceId, found.mode, stores);
    return found;
  });
  const flat = wanted.flatMap(({ choices }, at) =>
    choices.map((choice, n) => ({ ...choice, field: `items.${at}.choices.${n}` })),
  );
  const components = await findComponents(deps, scope, product.mode, product.ship_to, flat);
  let next = 0;
  const rows = wanted.map(({ choices, ...variant }) => ({
    ...variant,
    title: variant.title || product.title,
    choices: choices.flatMap(({ ship_to }) => {
      const component = components[next++];
      return component ? [{ component, ship_to }] : [];
    }),
  }));
  await deps.db.tenant(scope, (tx) => saveMappings(tx, deps, scope, rows));
  return rows.length;
}
