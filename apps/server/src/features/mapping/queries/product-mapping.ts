import type { MappingChoice } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { listStores } from '../../connections/index.ts';
import { findProduct, storeVariants } from '../../products/index.ts';
import { findChoices, findChoicesOfSource } from '../repo.ts';
import type { ChoiceRow, ComponentRow } from '../tables.ts';

const toComponent = (row: ComponentRow) => ({
  source: row.source,
  source_product_id: row.source_product_id,
  sku_id: row.source_variant_id,
  sku: row.source_sku,
  title: row.title,
  option_values: row.option_values,
  image: row.image_url,
  pieces_per_unit: row.quantity,
  cost: row.unit_cost === null ? null : { amount: row.unit_cost, currency: row.cost_currency },
});

const toChoice = (row: ChoiceRow): MappingChoice => ({
  ...toComponent(row),
  further: row.further.map(toComponent),
  ship_to: row.ship_to,
});

export interface MappedVariant {
  store_id: string;
  store_name: string;
  external_product_id: string | null;
  external_variant_id: string;
  title: string;
  variant_title: string;
  image: string | null;
  choices: MappingChoice[];
  is_listed: boolean;
}

/** Variants of a product in stores, pushed from here or mapped to it, with their supplier choices. */
export async function findProductMapping(
  ex: Executor,
  workplaceId: string,
  productId: string,
  onlyStore?: string,
): Promise<MappedVariant[]> {
  const product = await findProduct(ex, workplaceId, productId);
  if (!product) throw notFound('PRODUCT_NOT_FOUND');
  const names = new Map((await listStores(ex, workplaceId, false)).map((store) => [store.store_id, store.store_name]));
  const listed = await storeVariants(ex, workplaceId, productId);
  const found = new Map<string, ChoiceRow[]>();
  const keep = (rows: readonly ChoiceRow[]) => {
    for (const [key, own] of Map.groupBy(rows, (row) => `${row.store_id} ${row.external_variant_id}`))
      found.set(key, own);
  };
  for (const [storeId, own] of Map.groupBy(listed, (one) => one.store_id)) {
    const ids = own.map((one) => one.external_variant_id);
    keep(await findChoices(ex, workplaceId, storeId, ids));
  }
  keep(await findChoicesOfSource(ex, workplaceId, product.source, product.mode, product.source_product_id));
  const items = new Map<string, MappedVariant>();
  for (const one of listed)
    items.set(`${one.store_id} ${one.external_variant_id}`, {
      store_id: one.store_id,
      store_name: names.get(one.store_id) ?? '',
      external_product_id: one.external_product_id,
      external_variant_id: one.external_variant_id,
      title: one.title,
      variant_title: one.option_values.join(' / '),
      image: one.image_url,
      choices: [],
      is_listed: true,
    });
  for (const [key, [first, ...others]] of found) {
    if (!first) continue;
    const choices = [first, ...others].map(toChoice);
    const known = items.get(key);
    items.set(
      key,
      known
        ? { ...known, choices }
        : {
            store_id: first.store_id,
            store_name: names.get(first.store_id) ?? '',
            external_product_id: first.external_product_id,
            external_variant_id: first.external_variant_id,
            title: first.mapped_title,
            variant_title: first.mapped_variant_title,
            image: first.image_url,
            choices,
            is_listed: false,
          },
    );
  }
  return [...items.values()].filter(
    (one) => names.has(one.store_id) && (onlyStore === undefined || one.store_id === onlyStore),
  );
}
