import {
  type KeptFields,
  keepsOfVariant,
  type ListedVariant,
  type ListingInput,
  type ListingVariantInput,
  NOTHING_KEPT,
  type VariantField,
} from '@quayside/connector-kit';
import { toDecimal } from '@quayside/kernel';
import { type FoundMedia, orderedFiles } from './listing-images.ts';
import { type FileInput, fileInputs } from './map-files.ts';
import {
  getOptionValues,
  type Merged,
  NO_OPTION,
  type ProductOption,
  PUT_KEY,
  type Put,
  REF_KEY,
  variantNumber,
} from './put.ts';
import type { RawHeld, RawVariant } from './raw.ts';

export const refDefinition = { name: 'Quayside listing', key: REF_KEY, ownerType: 'PRODUCT', type: 'id' };
/** The record of what we put on a product, as a metafield of it. */
export const putMetafield = (ownerId: string, put: Put) => ({
  ownerId,
  key: PUT_KEY,
  type: 'json',
  value: JSON.stringify(put),
});
export const refIdentifier = (ref: string) => ({ customId: { key: REF_KEY, value: ref } });

export interface VariantInput {
  id?: string;
  optionValues: { optionName: string; name: string }[];
  price?: string;
  compareAtPrice?: string | null;
  sku?: string;
  barcode?: string | null;
  inventoryPolicy?: 'CONTINUE' | 'DENY';
  inventoryItem?: {
    tracked?: boolean;
    measurement?: { weight: { unit: 'GRAMS'; value: number } };
    harmonizedSystemCode?: string | null;
    countryCodeOfOrigin?: string | null;
  };
  inventoryQuantities?: { locationId: string; name: 'available'; quantity: number }[];
  file?: FileInput;
}

export interface ProductInput {
  title?: string;
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
  tags: string[];
  seo?: { title: string; description: string };
  status?: 'ACTIVE' | 'DRAFT';
  productOptions: { id?: string; name: string; position: number; values: { name: string }[] }[];
  variants: VariantInput[];
  files: FileInput[];
  metafields?: { key: string; type: 'id'; value: string }[];
}

export interface Given {
  /** Where stock goes; undefined: the chosen location can't be used, and stock is left as it is. */
  locationId: string | undefined;
  /** Stock of variants that are there already is set in a step of its own, as they may not be stocked at the location. */
  stockApart?: boolean;
  /** Variants that are there already, by our variant reference. */
  variants?: ReadonlyMap<string, RawVariant>;
  /** Ids of pictures that are there already, by the name under which we sent them. */
  mediaIds?: ReadonlyMap<string, string>;
  /** The product's lists with what the merchant added, and the media that are there. */
  merged?: Merged;
  media?: Pick<FoundMedia, 'others' | 'alts' | 'order'>;
  /** The compare-at prices that we set earlier, by the number of the variant. */
  compareAt?: Put['compareAt'];
  /** Variants whose pictures the merchant chose, by our variant reference. */
  pictured?: ReadonlySet<string>;
  /** Where Shopify finds pictures whose bytes it was sent, by their own address. */
  staged?: ReadonlyMap<string, string>;
  /** The SEO texts that are there. */
  seo?: RawHeld['seo'];
  /** What stays as the merchant has it; of variants that are not there yet, nothing does. */
  kept?: KeptFields;
  /** Variants' own pictures are sent in a second step. */
  withoutVariantFiles?: boolean;
}

/** The values that a variant is wanted with, by option. */
const wantedValues = (input: ListingInput, variant: ListingVariantInput): Record<string, string> =>
  Object.fromEntries(input.options.map((option, at) => [option.name, variant.optionValues[at] ?? '']));

/** Without a compare-at price of ours only the one that we set is cleared; left out, the merchant's stays. */
function compareAtField(
  { compareAtPrice }: ListingVariantInput,
  there: RawVariant | undefined,
  recorded: Put['compareAt'] = {},
): Pick<VariantInput, 'compareAtPrice'> {
  if (compareAtPrice) return { compareAtPrice: toDecimal(compareAtPrice) };
  const set = there && recorded[variantNumber(there.id)];
  const isOurs = set !== undefined && there?.compareAtPrice && Number(there.compareAtPrice) === Number(set);
  return isOurs ? { compareAtPrice: null } : {};
}

/** The record of the compare-at prices that a push set, by the number of the variant. */
export function compareAtPut(input: ListingInput, listed: readonly ListedVariant[]): Record<string, string> {
  const wanted = new Map(input.variants.map(({ ref, compareAtPrice }) => [ref, compareAtPrice]));
  return Object.fromEntries(
    listed.flatMap(({ externalVariantId, ref }) => {
      const price = wanted.get(ref);
      return price ? [[variantNumber(externalVariantId), toDecimal(price)] as const] : [];
    }),
  );
}

function variantInput(
  input: ListingInput,
  variant: ListingVariantInput,
  given: Given,
  options: readonly ProductOption[],
  file?: FileInput,
): VariantInput {
  const there = given.variants?.get(variant.ref);
  const keeps = keepsOfVariant((there && given.kept) ?? NOTHING_KEPT, variant.ref);
  return {
    ...(there ? { id: there.id } : {}),
    optionValues: getOptionValues(options, there, wantedValues(input, variant)),
    ...(keeps.has('price') ? {} : { price: toDecimal(variant.price) }),
    ...(keeps.has('compareAtPrice') ? {} : compareAtField(variant, there, given.compareAt)),
    ...(keeps.has('sku') ? {} : { sku: variant.sku }),
    // An empty one is written only where there is one to clear.
    ...(variant.barcode === undefined || keeps.has('barcode') || (variant.barcode === '' && !there?.barcode)
      ? {}
      : { barcode: variant.barcode || null }),
    ...(keeps.has('sellsOutOfStock') ? {} : { inventoryPolicy: input.allowSellOutOfStock ? 'CONTINUE' : 'DENY' }),
    ...inventoryItem(variant, keeps, there),
    ...(variant.quantity === undefined ||
    keeps.has('quantity') ||
    given.locationId === undefined ||
    (there && given.stockApart)
      ? {}
      : {
          inventoryQuantities: [{ locationId: given.locationId, name: 'available', quantity: variant.quantity }],
        }),
    ...(file ? { file } : {}),
  };
}

const hasWeight = (there: RawVariant | undefined): boolean => Boolean(there?.inventoryItem.measurement?.weight?.value);

function inventoryItem(
  variant: ListingVariantInput,
  keeps: ReadonlySet<VariantField>,
  there: RawVariant | undefined,
): Pick<VariantInput, 'inventoryItem'> {
  const { customs, quantity, weightGrams } = variant;
  /** Empty texts are written only where there is something to clear. */
  const isWritten = (field: VariantField, ours: string, held: string | null | undefined): boolean =>
    !keeps.has(field) && (ours !== '' || Boolean(held));
  const item: VariantInput['inventoryItem'] = {
    ...(keeps.has('quantity') ? {} : { tracked: quantity !== undefined }),
    ...(weightGrams === undefined || keeps.has('weightGrams') || (weightGrams === null && !hasWeight(there))
      ? {}
      : { measurement: { weight: { unit: 'GRAMS' as const, value: weightGrams ?? 0 } } }),
    ...(customs && isWritten('hsCode', customs.hsCode, there?.inventoryItem.harmonizedSystemCode)
      ? { harmonizedSystemCode: customs.hsCode || null }
      : {}),
    ...(customs && isWritten('originCountry', customs.originCountry, there?.inventoryItem.countryCodeOfOrigin)
      ? { countryCodeOfOrigin: customs.originCountry || null }
      : {}),
  };
  return Object.keys(item).length > 0 ? { inventoryItem: item } : {};
}

/** Both SEO texts are written together, the one that stays as it is; nothing is, where there is nothing to say or to clear. */
function seoInput({ seo }: ListingInput, given: Given): Pick<ProductInput, 'seo'> {
  if (!seo) return {};
  const keeps = (given.kept ?? NOTHING_KEPT).product;
  const there = { title: given.seo?.title ?? '', description: given.seo?.description ?? '' };
  const next = {
    title: keeps.has('seoTitle') ? there.title : seo.title,
    description: keeps.has('seoDescription') ? there.description : seo.description,
  };
  return next.title === there.title && next.description === there.description ? {} : { seo: next };
}

/** The whole state of a product, as productSet takes it: its lists replace what is there. */
export function productInput(input: ListingInput, given: Given): ProductInput {
  const files = fileInputs(input, given.mediaIds ?? new Map(), given.staged, given.media?.alts);
  const plain = input.options.length === 0 ? [{ name: NO_OPTION.name, values: [NO_OPTION.value] }] : input.options;
  const options: readonly ProductOption[] = given.merged?.options ?? plain;
  const productType = given.merged ? given.merged.productType : input.productType;
  const fileOf = ({ imageUrl, ref }: ListingVariantInput): FileInput | undefined =>
    given.withoutVariantFiles || imageUrl === undefined || given.pictured?.has(ref)
      ? undefined
      : files.byUrl.get(imageUrl);
  const keeps = (given.kept ?? NOTHING_KEPT).product;
  return {
    ...(keeps.has('title') ? {} : { title: input.title }),
    ...(keeps.has('descriptionHtml') ? {} : { descriptionHtml: input.descriptionHtml }),
    ...(input.vendor === undefined || keeps.has('vendor') ? {} : { vendor: input.vendor }),
    ...(productType === undefined ? {} : { productType }),
    tags: given.merged?.tags ?? input.tags,
    ...seoInput(input, given),
    ...(keeps.has('status') ? {} : { status: input.status === 'active' ? 'ACTIVE' : 'DRAFT' }),
    productOptions: options.map((option, at) => ({
      ...(option.id === undefined ? {} : { id: option.id }),
      name: option.name,
      position: at + 1,
      values: option.values.map((name) => ({ name })),
    })),
    variants: [
      ...input.variants.map((variant) => variantInput(input, variant, given, options, fileOf(variant))),
      ...(given.merged?.others ?? []),
    ],
    files: given.media ? orderedFiles(files.all, given.media.others, given.media) : files.all,
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
 * unique on both sides. Variants that are not there are left out. Where the merchant split a variant by an option of their
 * own, the one that we put there is ours, else the first.
 */
export function pairVariants(
  input: ListingInput,
  there: readonly RawVariant[],
  put: readonly number[] = [],
): Map<string, RawVariant> {
  const byValues = new Map<string, RawVariant>();
  const bySku = new Map<string, RawVariant[]>();
  const isOurs = ({ id }: RawVariant): boolean => put.includes(variantNumber(id));
  for (const variant of [...there.filter(isOurs), ...there.filter((one) => !isOurs(one))]) {
    const values = input.options.map(
      (option) => variant.selectedOptions.find((selected) => selected.name === option.name)?.value ?? '',
    );
    const key = keyOf(values);
    if (!byValues.has(key)) byValues.set(key, variant);
    if (variant.sku) bySku.set(variant.sku, [...(bySku.get(variant.sku) ?? []), variant]);
  }
  const taken = new Set<string>();
  const found = new Map<string, RawVariant>();
  const take = (ours: ListingVariantInput, theirs: RawVariant | undefined) => {
    if (!theirs || taken.has(theirs.id)) return;
    taken.add(theirs.id);
    found.set(ours.ref, theirs);
  };
  for (const ours of input.variants) {
    take(ours, byValues.get(keyOf(input.options.map((_option, at) => ours.optionValues[at] ?? ''))));
  }
  for (const ours of input.variants) {
    const alone = input.variants.filter((other) => other.sku === ours.sku).length === 1;
    const same = bySku.get(ours.sku);
    if (!found.has(ours.ref) && alone && same?.length === 1) take(ours, same[0]);
  }
  return found;
}

/** Our variants with the shop's ids; those that are not there are left out. */
export function matchVariants(
  input: ListingInput,
  there: readonly RawVariant[],
  put: readonly number[] = [],
): ListedVariant[] {
  const found = pairVariants(input, there, put);
  return input.variants.flatMap((ours) => {
    const theirs = found.get(ours.ref);
    if (!theirs) return [];
    const { id, inventoryItem, sku } = theirs;
    return [{ ref: ours.ref, externalVariantId: id, externalInventoryItemId: inventoryItem.id, sku: sku ?? '' }];
  });
}
