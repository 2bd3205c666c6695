import { AppError, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findProduct, importedVariants } from '../../products/index.ts';
import type { Component } from '../tables.ts';
import { findComponents } from './find-components.ts';
import { checkStores, saveMappings, type VariantChoices } from './save-mappings.ts';

interface WantedPart {
  source: string;
  source_product_id: string;
  sku_id: string;
  pieces_per_unit: number;
}

/** Choices of a store's variant as a person makes them. */
export interface WantedMapping extends Omit<VariantChoices, 'choices'> {
  choices: (WantedPart & { further?: readonly WantedPart[]; ship_to: readonly string[] })[];
}

const refused = (field: string, code: string, title: string): AppError =>
  new AppError('UNPROCESSABLE_ENTITY', code, { fields: { [field]: [code] }, params: { title } });

const keyOf = (one: Pick<Component, 'source' | 'source_product_id' | 'source_variant_id'>): string =>
  [one.source, one.source_product_id, one.source_variant_id].join(' ');

/** Refuses bundles of which the cost, or the stock of a part, could not be told. */
function checkBundle(parts: readonly Component[], fields: readonly string[], imported: ReadonlySet<string>): void {
  const [first] = parts;
  for (const [at, part] of parts.entries()) {
    const field = fields[at] ?? '';
    if (parts.findIndex((one) => keyOf(one) === keyOf(part)) < at)
      throw refused(`${field}.sku_id`, 'BUNDLE_PART_TWICE', part.title);
    if (part.cost_currency !== first?.cost_currency) throw refused(`${field}.sku_id`, 'BUNDLE_CURRENCIES', part.title);
    if (at > 0 && !imported.has(keyOf(part)))
      throw refused(`${field}.source_product_id`, 'BUNDLE_PART_NOT_IMPORTED', part.title);
  }
}

/**
 * Sets the supplier choices of stores' variants, all or nothing; without choices the mapping is removed. `productId`: a
 * product of the workspace, in whose mode is mapped. Returns the number of mapped variants. Throws BUNDLE_PART_TWICE,
 * BUNDLE_CURRENCIES, BUNDLE_PART_NOT_IMPORTED.
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
    choices.flatMap(({ further = [], ...choice }, n) => {
      const field = `items.${at}.choices.${n}`;
      return [{ ...choice, field }, ...further.map((part, p) => ({ ...part, field: `${field}.further.${p}` }))];
    }),
  );
  const components = await findComponents(deps, scope, product.mode, product.ship_to, flat);
  const known = await deps.db.read(scope, (ex) => importedVariants(ex, workplaceId, components));
  const imported = new Set(known.map(keyOf));
  let next = 0;
  const rows = wanted.map(({ choices, ...variant }) => ({
    ...variant,
    title: variant.title || product.title,
    choices: choices.flatMap(({ further: others = [], ship_to }) => {
      const parts = components.slice(next, next + 1 + others.length);
      const fields = flat.slice(next, next + 1 + others.length).map((one) => one.field);
      next += 1 + others.length;
      const [component, ...further] = parts;
      if (!component) return [];
      if (further.length > 0) checkBundle(parts, fields, imported);
      return [{ component, further, ship_to }];
    }),
  }));
  await deps.db.tenant(scope, (tx) => saveMappings(tx, deps, scope, rows));
  return rows.length;
}
