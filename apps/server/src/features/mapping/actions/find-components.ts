import type { SupplierId } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { readSource, type SourceName, type SourceWithFacts } from '../../sourcing/index.ts';
import type { Component } from '../tables.ts';

export interface WantedComponent {
  source: string;
  source_product_id: string;
  sku_id: string;
  /** Pieces in one unit sold. */
  pieces_per_unit: number;
  /** Name of the choice in the request, for error messages. */
  field: string;
}

const refused = (field: string, code: string): AppError =>
  new AppError('UNPROCESSABLE_ENTITY', code, { fields: { [field]: [code] } });

/** Reads a supplier's product that a request names. An unknown one is an error about its field. */
export const readNamed = (
  deps: Deps,
  scope: WorkplaceScope,
  name: SourceName,
  field: string,
): Promise<SourceWithFacts> =>
  readSource(deps, scope, name).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'SOURCE_PRODUCT_NOT_FOUND') throw refused(field, error.code);
    throw error;
  });

/**
 * Looks up supplier variants before anything is locked, because an unknown product is fetched from its supplier. Throws
 * NotFoundSkuProduct, SOURCE_PRODUCT_NOT_FOUND.
 */
export async function findComponents(
  deps: Deps,
  scope: WorkplaceScope,
  mode: Mode,
  shipTo: string,
  wanted: readonly WantedComponent[],
): Promise<Component[]> {
  const found = new Map<string, Awaited<ReturnType<typeof readSource>>>();
  const components: Component[] = [];
  for (const {
    field,
    pieces_per_unit: quantity,
    sku_id: skuId,
    source,
    source_product_id: sourceProductId,
  } of wanted) {
    const name = `${source} ${sourceProductId}`;
    const product =
      found.get(name) ??
      (await readNamed(
        deps,
        scope,
        { source: source as SupplierId, mode, sourceProductId, shipTo },
        field ? `${field}.source_product_id` : 'source_product_id',
      ));
    found.set(name, product);
    const variant = product.detail.variants.find((one) => one.sourceVariantId === skuId || one.sku === skuId);
    if (!variant) throw refused(field ? `${field}.sku_id` : 'sku_id', 'NotFoundSkuProduct');
    components.push({
      source: product.source as Component['source'],
      mode,
      source_product_id: product.source_product_id,
      source_variant_id: variant.sourceVariantId,
      source_sku: variant.sku,
      title: product.title,
      option_values: variant.optionValues,
      image_url: variant.imageUrl ?? product.image_urls[0] ?? null,
      unit_cost: variant.cost,
      cost_currency: product.currency,
      quantity,
    });
  }
  return components;
}
