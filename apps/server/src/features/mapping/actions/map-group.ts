import { notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findProduct, type StoreVariant, storeVariants } from '../../products/index.ts';
import type { SourceName } from '../../sourcing/index.ts';
import { findProductMapping } from '../queries/product-mapping.ts';
import { findSameOptions } from '../rules/pair-variants.ts';
import { findComponents, readNamed } from './find-components.ts';
import { checkStores, saveMappings } from './save-mappings.ts';

export interface GroupMapping {
  source: SourceName['source'];
  source_product_id: string;
  store_id?: string | undefined;
  where?: { option: string; value: string } | undefined;
  sku_id?: string | undefined;
  /** Of every variant; absent: each keeps that of its first supplier. */
  pieces_per_unit?: number | undefined;
  ship_to: readonly string[];
}

const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Maps a product's variants in stores to variants of one supplier product, in one transaction: all with an option value
 * to one, or each to the one with the same option values. Returns those that have none.
 */
export async function mapGroup(
  deps: Deps,
  scope: WorkplaceScope,
  productId: string,
  wish: GroupMapping,
): Promise<{ mapped: number; leftOut: StoreVariant[] }> {
  const { workplaceId } = scope;
  const { product, mapped, variants } = await deps.db.read(scope, async (ex) => {
    const found = await findProduct(ex, workplaceId, productId);
    if (!found) throw notFound('PRODUCT_NOT_FOUND');
    if (wish.store_id) await checkStores(ex, workplaceId, found.mode, new Map([[wish.store_id, 'store_id']]));
    return {
      product: found,
      variants: await storeVariants(ex, workplaceId, productId),
      mapped: await findProductMapping(ex, workplaceId, productId),
    };
  });
  const { where } = wish;
  const at = where ? product.options.findIndex((option) => sameText(option.name, where.option)) : -1;
  const group = variants.filter(
    (one) =>
      (!wish.store_id || one.store_id === wish.store_id) &&
      (!where || (at >= 0 && sameText(one.option_values[at] ?? '', where.value))),
  );
  const name = { source: wish.source, mode: product.mode, sourceProductId: wish.source_product_id };
  const source = await readNamed(deps, scope, { ...name, shipTo: product.ship_to }, 'source_product_id');
  const partners = source.detail.variants.map((one) => ({ id: one.sourceVariantId, option_values: one.optionValues }));
  const skuOf = (one: StoreVariant): string | undefined =>
    wish.sku_id ?? findSameOptions(one.option_values, partners)?.id;
  const wanted = group.flatMap((variant) => {
    const sku_id = skuOf(variant);
    return sku_id === undefined ? [] : [{ variant, sku_id }];
  });
  const keyOf = (one: { store_id: string; external_variant_id: string }) =>
    `${one.store_id} ${one.external_variant_id}`;
  const pieces = new Map(mapped.map((one) => [keyOf(one), one.choices[0]?.pieces_per_unit]));
  const components = await findComponents(
    deps,
    scope,
    product.mode,
    product.ship_to,
    wanted.map(({ sku_id, variant }) => ({
      source: wish.source,
      source_product_id: wish.source_product_id,
      sku_id,
      pieces_per_unit: wish.pieces_per_unit ?? pieces.get(keyOf(variant)) ?? 1,
      field: '',
    })),
  );
  const rows = wanted.flatMap(({ variant }, n) => {
    const component = components[n];
    if (!component) return [];
    const { external_product_id, external_variant_id, option_values, store_id, title } = variant;
    return [
      {
        store_id,
        external_product_id,
        external_variant_id,
        title,
        variant_title: option_values.join(' / '),
        choices: [{ component, ship_to: wish.ship_to }],
      },
    ];
  });
  if (rows.length > 0) await deps.db.tenant(scope, (tx) => saveMappings(tx, deps, scope, rows));
  return { mapped: rows.length, leftOut: group.filter((one) => skuOf(one) === undefined) };
}
