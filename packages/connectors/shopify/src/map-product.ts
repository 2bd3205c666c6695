import type { ListedVariant, ListingInput, ListingVariantInput } from '@quayside/connector-kit';
import { toDecimal } from '@quayside/kernel';
import { type FileInput, fileInputs } from './map-files.ts';
import type { RawVariant } from './raw.ts';

/** What Shopify calls the only option of a product that has none. */
const NO_OPTION = { name: 'Title', value: 'Default Title' };

/** Where our reference is written: a unique metafield in the app's own namespace, which no shopper sees. */
export const REF_KEY = 'quayside_ref';
export const refDefinition = { name: 'Quayside listing', key: REF_KEY, ownerType: 'PRODUCT', type: 'id' };
export const refIdentifier = (ref: string) => ({ customId: { key: REF_KEY, value: ref } });

export interface VariantInput {
  id?: string;
  optionValues: { optionName: string; name: string }[];
  price: string;
  compareAtPrice: string | null;
  sku: string;
  barcode?: string;
  inventoryPolicy: 'CONTINUE' | 'DENY';
  inventoryItem: { tracked: boolean; measurement?: { weight: { unit: 'GRAMS'; value: number } } };
  inventoryQuantities?: { locationId: string; name: 'available'; quantity: number }[];
  file?: FileInput;
}

export interface ProductInput {
  title: string;
  descriptionHtml: string;
  vendor?: string;
  productType?: string;
  tags: string[];
  status: 'ACTIVE' | 'DRAFT';
  productOptions: { name: string; position: number; values: { name: string }[] }[];
  variants: VariantInput[];
  files: FileInput[];
  metafields?: { key: string; type: 'id'; value: string }[];
}

export interface Given {
  locationId: string;
  /** Ids of variants that are there already, by our variant reference. */
  variantIds?: ReadonlyMap<string, string>;
  /** Ids of pictures that are there already, by the name under which we sent them. */
  mediaIds?: ReadonlyMap<string, string>;
  /** What the merchant added, which the product's lists repeat: tags, and ids of media. */
  others?: { tags: readonly string[]; mediaIds: readonly string[] };
  /** Where Shopify finds pictures whose bytes it was sent, by their own address. */
  staged?: ReadonlyMap<string, string>;
  /** Variants' own pictures are sent in a second step. */
  withoutVariantFiles?: boolean;
}

const optionValuesOf = (input: ListingInput, variant: ListingVariantInput) =>
  input.options.length === 0
    ? [{ optionName: NO_OPTION.name, name: NO_OPTION.value }]
    : input.options.map((option, at) => ({ optionName: option.name, name: variant.optionValues[at] ?? '' }));

function variantInput(input: ListingInput, variant: ListingVariantInput, given: Given, file?: FileInput): VariantInput {
  const id = given.variantIds?.get(variant.ref);
  return {
    ...(id === undefined ? {} : { id }),
    optionValues: optionValuesOf(input, variant),
    price: toDecimal(variant.price),
    compareAtPrice: variant.compareAtPrice ? toDecimal(variant.compareAtPrice) : null,
    sku: variant.sku,
    ...(variant.barcode === undefined ? {} : { barcode: variant.barcode }),
    inventoryPolicy: input.allowSellOutOfStock ? 'CONTINUE' : 'DENY',
    inventoryItem: {
      tracked: variant.quantity !== undefined,
      ...(variant.weightGrams === undefined
        ? {}
        : { measurement: { weight: { unit: 'GRAMS', value: variant.weightGrams } } }),
    },
    ...(variant.quantity === undefined
      ? {}
      : {
          inventoryQuantities: [{ locationId: given.locationId, name: 'available', quantity: variant.quantity }],
        }),
    ...(file ? { file } : {}),
  };
}

/** The whole state of a product, as productSet takes it: its lists replace what is there. */
export function productInput(input: ListingInput, given: Given): ProductInput {
  const files = fileInputs(input, given.mediaIds ?? new Map(), given.staged);
  const options = input.options.length === 0 ? [{ name: NO_OPTION.name, values: [NO_OPTION.value] }] : input.options;
  return {
    title: input.title,
    descriptionHtml: input.descriptionHtml,
    ...(input.vendor === undefined ? {} : { vendor: input.vendor }),
    ...(input.productType === undefined ? {} : { productType: input.productType }),
    tags: [...new Set([...input.tags, ...(given.others?.tags ?? [])])],
    status: input.status === 'active' ? 'ACTIVE' : 'DRAFT',
    productOptions: options.map((option, at) => ({
      name: option.name,
      position: at + 1,
      values: option.values.map((name) => ({ name })),
    })),
    variants: input.variants.map((variant) =>
      variantInput(
        input,
        variant,
        given,
        given.withoutVariantFiles || variant.imageUrl === undefined ? undefined : files.byUrl.get(variant.imageUrl),
      ),
    ),
    files: [...files.all, ...(given.others?.mediaIds ?? []).map((id) => ({ id }))],
  };
}

/** Points of a productSet. The rates are those that the Admin schema states beside the input fields. */
export const productSetCost = (input: ProductInput): number =>
  10 +
  0.2 * input.variants.length +
  1.9 * input.files.length +
  0.6 * input.variants.filter((variant) => variant.file).length +
  0.4 * (input.metafields?.length ?? 0);

/** Option values are one and the same to Shopify whatever their case and outer spaces. */
const keyOf = (values: readonly string[]): string => JSON.stringify(values.map((value) => value.trim().toLowerCase()));

/**
 * Finds our variants among the shop's: by their option values in the order of our options, then by SKU where it is
 * unique on both sides. Variants that are not there are left out.
 */
export function matchVariants(input: ListingInput, there: readonly RawVariant[]): ListedVariant[] {
  const byValues = new Map<string, RawVariant>();
  const bySku = new Map<string, RawVariant[]>();
  for (const variant of there) {
    const values = input.options.map(
      (option) => variant.selectedOptions.find((selected) => selected.name === option.name)?.value ?? '',
    );
    byValues.set(keyOf(values), variant);
    if (variant.sku) bySku.set(variant.sku, [...(bySku.get(variant.sku) ?? []), variant]);
  }
  const taken = new Set<string>();
  const found = new Map<ListingVariantInput, RawVariant>();
  const take = (ours: ListingVariantInput, theirs: RawVariant | undefined) => {
    if (!theirs || taken.has(theirs.id)) return;
    taken.add(theirs.id);
    found.set(ours, theirs);
  };
  for (const ours of input.variants) {
    take(ours, byValues.get(keyOf(input.options.map((_option, at) => ours.optionValues[at] ?? ''))));
  }
  for (const ours of input.variants) {
    const alone = input.variants.filter((other) => other.sku === ours.sku).length === 1;
    const same = bySku.get(ours.sku);
    if (!found.has(ours) && alone && same?.length === 1) take(ours, same[0]);
  }
  return input.variants.flatMap((ours) => {
    const theirs = found.get(ours);
    if (!theirs) return [];
    const { id, inventoryItem, sku } = theirs;
    return [{ ref: ours.ref, externalVariantId: id, externalInventoryItemId: inventoryItem.id, sku: sku ?? '' }];
  });
}
