import type { SourceProduct, SourceProductSummary, SourceVariant } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { CURRENCY, priceRange, usd } from './map-money.ts';
import type { ListedProduct, RawCategories, RawProduct, RawVariant } from './raw.ts';

const filled = (list: (string | null | undefined)[]): string[] => list.filter((item): item is string => Boolean(item));

/** A text that may be a JSON list of texts (CJ stores several pictures and materials that way). */
function listOf(text: string | null | undefined): string[] {
  if (!text) return [];
  if (!text.startsWith('[')) return [text];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? filled(parsed.map((item) => (typeof item === 'string' ? item : null))) : [text];
  } catch {
    return [text];
  }
}

export function toSummary(raw: ListedProduct): SourceProductSummary {
  const { from, to } = priceRange(raw.sellPrice);
  const categoryPath = filled([raw.oneCategoryName, raw.twoCategoryName, raw.threeCategoryName]);
  return {
    sourceProductId: raw.id,
    title: raw.nameEn,
    imageUrls: listOf(raw.bigImage),
    costFrom: from,
    costTo: to,
    ...(categoryPath.length > 0 ? { categoryPath } : {}),
    ...(raw.listedNum == null ? {} : { listingsCount: raw.listedNum }),
    ...(raw.supplierName ? { storeName: raw.supplierName } : {}),
  };
}

/**
 * Splits a variant's key ("Black-XL", or '["Black","XL"]') into one value per option name ("Color-Size"). A value may
 * hold a hyphen itself; where the parts do not come out even there is one option only, with the whole key.
 */
export function toOptions(
  keyNames: string | null | undefined,
  keys: readonly (string | null | undefined)[],
): { names: string[]; values: string[][] } {
  const given = keys.map((key) => key ?? '');
  if (given.length <= 1 && !given[0]) return { names: [], values: given.map(() => []) };
  const names = filled((keyNames ?? '').split('-').map((name) => name.trim()));
  const split = given.map((key) => (key.startsWith('[') ? listOf(key) : key.split('-').map((part) => part.trim())));
  if (names.length > 0 && split.every((parts) => parts.length === names.length)) return { names, values: split };
  return { names: [names.join(' / ') || 'Variant'], values: given.map((key) => [key]) };
}

const stockOf = (raw: RawVariant): number | undefined =>
  raw.inventories?.reduce((total, place) => total + place.totalInventory, 0);

/** Countries of the shelves that hold a piece of any variant; undefined where CJ told of no shelf. */
function shelvesOf(variants: readonly RawVariant[]): string[] | undefined {
  if (!variants.some((variant) => variant.inventories)) return undefined;
  const places = variants.flatMap((variant) => variant.inventories ?? []);
  const holding = places.filter((place) => place.totalInventory > 0).map((place) => place.countryCode);
  return [...new Set(holding)].sort();
}

function variantOf(raw: RawVariant, optionValues: string[]): SourceVariant {
  const stock = stockOf(raw);
  return {
    sourceVariantId: raw.vid,
    sku: raw.variantSku,
    optionValues,
    cost: usd(raw.variantSellPrice),
    ...(raw.variantImage ? { imageUrl: raw.variantImage } : {}),
    ...(raw.variantWeight == null ? {} : { weightGrams: Math.round(raw.variantWeight) }),
    ...(stock === undefined ? {} : { stock }),
  };
}

function optionList(names: string[], variants: SourceVariant[]): SourceProduct['options'] {
  return names.map((name, at) => {
    const images = new Map<string, string | undefined>();
    for (const { optionValues, imageUrl } of variants) {
      const value = optionValues[at] ?? '';
      // Only the first option (a colour, as a rule) is shown by a picture.
      if (!images.has(value)) images.set(value, at === 0 ? imageUrl : undefined);
    }
    return { name, values: [...images].map(([value, imageUrl]) => (imageUrl ? { value, imageUrl } : { value })) };
  });
}

function specificationsOf(raw: RawProduct): SourceProduct['specifications'] {
  const rows: [string, string][] = [
    ['Material', listOf(raw.materialNameEn).join(', ')],
    ['Packing', listOf(raw.packingNameEn).join(', ')],
    ['Unit', raw.productUnit ?? ''],
  ];
  return rows.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }));
}

const amounts = (variants: SourceVariant[]): number[] => variants.map((variant) => variant.cost.amount);

export function toProduct(raw: RawProduct): SourceProduct {
  const rawVariants = raw.variants ?? [];
  const { names, values } = toOptions(
    raw.productKeyEn,
    rawVariants.map((variant) => variant.variantKey),
  );
  const variants = rawVariants.map((variant, at) => variantOf(variant, values[at] ?? []));
  const range =
    variants.length > 0
      ? { from: money(Math.min(...amounts(variants)), CURRENCY), to: money(Math.max(...amounts(variants)), CURRENCY) }
      : priceRange(raw.sellPrice ?? '');
  const shipsFrom = shelvesOf(rawVariants);
  const pictures = [...listOf(raw.productImage), ...(raw.productImageSet ?? [])];
  return {
    sourceProductId: raw.pid,
    title: raw.productNameEn,
    imageUrls: [...new Set([...pictures, ...filled(variants.map((variant) => variant.imageUrl))])],
    costFrom: range.from,
    costTo: range.to,
    ...(raw.categoryName ? { categoryPath: raw.categoryName.split(/\s*[/>]\s*/).filter(Boolean) } : {}),
    ...(raw.listedNum == null ? {} : { listingsCount: raw.listedNum }),
    ...(raw.supplierName ? { storeName: raw.supplierName } : {}),
    ...(raw.suggestSellPrice ? { suggestedPrice: priceRange(raw.suggestSellPrice).to } : {}),
    ...(shipsFrom ? { shipsFrom } : {}),
    totalVariants: variants.length,
    descriptionHtml: raw.description ?? '',
    options: optionList(names, variants),
    variants,
    specifications: specificationsOf(raw),
    status: 'full',
  };
}

/** First and second levels have no id at CJ; ours name their place and are read back by categoryIdsBelow. */
const groupId = (...names: string[]): string => `group:${names.join(' > ')}`;

export function categoryList(raw: RawCategories): { id: string; parentId?: string; name: string }[] {
  return raw.flatMap((first) => {
    const top = groupId(first.categoryFirstName);
    const below = (first.categoryFirstList ?? []).flatMap((second) => {
      const middle = groupId(first.categoryFirstName, second.categorySecondName);
      const leaves = second.categorySecondList ?? [];
      return [
        { id: middle, parentId: top, name: second.categorySecondName },
        ...leaves.map((leaf) => ({ id: leaf.categoryId, parentId: middle, name: leaf.categoryName })),
      ];
    });
    return [{ id: top, name: first.categoryFirstName }, ...below];
  });
}

/** CJ's own ids of the leaves below one of our group ids. */
export function categoryIdsBelow(raw: RawCategories, group: string): string[] {
  const all = categoryList(raw);
  const below = (id: string): string[] =>
    all.filter((item) => item.parentId === id).flatMap((item) => (isGroup(item.id) ? below(item.id) : [item.id]));
  return below(group);
}

export const isGroup = (categoryId: string): boolean => categoryId.startsWith('group:');
