import { PRODUCT_COLUMNS, type ProductField } from './columns.ts';
import type { ProductDraft, RowFault, VariantDraft } from './drafts.ts';

/** A product of the operator as it is kept. Amounts in US cents. */
export interface OwnProduct {
  productId: string;
  handle: string;
  status: 'active' | 'archived';
  title: string;
  descriptionHtml: string;
  categoryPath: string[];
  suggestedPrice: number | null;
  specifications: { name: string; value: string }[];
  madeIn: string | null;
  shipsFrom: string;
  shipsTo: string[];
  /** Sources of its pictures, see warehouse.picture. */
  images: string[];
  options: { name: string; values: { value: string }[] }[];
  /** In the order of the file; the archived ones last. */
  variants: OwnVariant[];
}

export interface OwnVariant {
  variantId: string;
  sku: string;
  optionValues: string[];
  cost: number;
  stock: number;
  grams: number;
  barcode: string | null;
  image: string | null;
  archived: boolean;
}

/** What the warehouse holds that a draft has to fit: the product of its handle, and whose its SKUs are. */
export interface CatalogState {
  product: OwnProduct | undefined;
  /** Product ids by SKU. */
  skuOwners: ReadonlyMap<string, { productId: string; handle: string }>;
}

export type Fate = 'new' | 'changed' | 'unchanged';
export type Merged = { product: OwnProduct; fate: Fate; archives: number } | { faults: RowFault[] };

const DIMENSIONS = 'Dimensions';
const HS_CODE = 'HS code';

function mergeSpecifications(draft: ProductDraft, before: OwnProduct['specifications']): OwnProduct['specifications'] {
  const said = (name: string, value: string | null | undefined) => {
    const kept = value === undefined ? before.find((one) => one.name === name)?.value : value;
    return kept ? [{ name, value: kept }] : [];
  };
  return [...said(DIMENSIONS, draft.dimensions), ...said(HS_CODE, draft.hsCode)];
}

/** The values of each option in the order in which the variants have them. */
const optionsOf = (names: readonly string[], variants: readonly VariantDraft[]): OwnProduct['options'] =>
  names.map((name, at) => ({
    name,
    values: [...new Set(variants.map((variant) => variant.optionValues[at] ?? ''))].map((value) => ({ value })),
  }));

const or = <T>(said: T | undefined, kept: T | undefined, otherwise: T): T =>
  said !== undefined ? said : kept !== undefined ? kept : otherwise;

/**
 * Merges a file's draft into the product as it is kept. A known SKU keeps its variant; variants that the file no
 * longer has are archived. `newId` makes ids for what is new.
 */
export function mergeProduct(draft: ProductDraft, kept: CatalogState, newId: () => string): Merged {
  const { product: before, skuOwners } = kept;
  const faults: RowFault[] = [];
  const refuse = (row: number, field: ProductField, code: string, params?: RowFault['params']): void => {
    faults.push({ row, column: PRODUCT_COLUMNS[field], code, ...(params ? { params } : {}) });
  };
  const known = new Map((before?.variants ?? []).map((variant) => [variant.sku, variant]));
  for (const { sku, row } of draft.variants) {
    const owner = skuOwners.get(sku);
    if (owner && owner.productId !== before?.productId)
      refuse(row, 'sku', 'SKU_OF_ANOTHER', { sku, product: owner.handle });
  }
  const needed = draft.title ?? before?.title;
  if (needed === undefined) refuse(draft.row, 'title', 'CELL_REQUIRED');
  if ((draft.shipsFrom ?? before?.shipsFrom) === undefined) refuse(draft.row, 'shipsFrom', 'CELL_REQUIRED');
  for (const variant of draft.variants) {
    const own = known.get(variant.sku);
    if ((variant.cost ?? own?.cost) === undefined) refuse(variant.row, 'cost', 'CELL_REQUIRED');
    if ((variant.grams ?? own?.grams) === undefined) refuse(variant.row, 'grams', 'CELL_REQUIRED');
  }
  if (faults.length > 0) return { faults };
  const said = new Set(draft.variants.map(({ sku }) => sku));
  const gone = (before?.variants ?? []).filter(({ sku }) => !said.has(sku));
  const product: OwnProduct = {
    productId: before?.productId ?? newId(),
    handle: draft.handle,
    status: or(draft.status, before?.status, 'active'),
    title: needed ?? '',
    descriptionHtml: or(draft.descriptionHtml, before?.descriptionHtml, ''),
    categoryPath: or(draft.categoryPath, before?.categoryPath, []),
    suggestedPrice: or(draft.suggestedPrice, before?.suggestedPrice, null),
    specifications: mergeSpecifications(draft, before?.specifications ?? []),
    madeIn: or(draft.madeIn, before?.madeIn, null),
    shipsFrom: or(draft.shipsFrom, before?.shipsFrom, ''),
    shipsTo: or(draft.shipsTo, before?.shipsTo, []),
    images: or(draft.images, before?.images, []),
    options: optionsOf(draft.options, draft.variants),
    variants: [
      ...draft.variants.map((variant) => {
        const own = known.get(variant.sku);
        return {
          variantId: own?.variantId ?? newId(),
          sku: variant.sku,
          optionValues: variant.optionValues,
          cost: variant.cost ?? own?.cost ?? 0,
          stock: variant.stock ?? own?.stock ?? 0,
          grams: variant.grams ?? own?.grams ?? 0,
          barcode: or(variant.barcode, own?.barcode, null),
          image: or(variant.image, own?.image, null),
          archived: false,
        };
      }),
      ...gone.map((variant) => ({ ...variant, archived: true })),
    ],
  };
  const isSame = before !== undefined && JSON.stringify(product) === JSON.stringify(inOrder(before));
  const archives = gone.filter(({ archived }) => !archived).length;
  return { product, fate: before ? (isSame ? 'unchanged' : 'changed') : 'new', archives };
}

/** The keys of a kept product in the order in which a merge writes them, so that both compare as text. */
const inOrder = (product: OwnProduct): OwnProduct => ({
  productId: product.productId,
  handle: product.handle,
  status: product.status,
  title: product.title,
  descriptionHtml: product.descriptionHtml,
  categoryPath: product.categoryPath,
  suggestedPrice: product.suggestedPrice,
  specifications: product.specifications.map(({ name, value }) => ({ name, value })),
  madeIn: product.madeIn,
  shipsFrom: product.shipsFrom,
  shipsTo: product.shipsTo,
  images: product.images,
  options: product.options.map(({ name, values }) => ({ name, values: values.map(({ value }) => ({ value })) })),
  variants: product.variants.map((variant) => ({
    variantId: variant.variantId,
    sku: variant.sku,
    optionValues: variant.optionValues,
    cost: variant.cost,
    stock: variant.stock,
    grams: variant.grams,
    barcode: variant.barcode,
    image: variant.image,
    archived: variant.archived,
  })),
});
