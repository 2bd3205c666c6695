import type { Option, Original, Picture, Product, Variant } from '../tables.ts';
import type { EditRefusal } from './edit.ts';

/** Titles are limited like in the editor. */
const MOST_TITLE = 255;
/** An SKU is limited like in the editor. */
const MOST_SKU = 100;

/** What a product consists of after a split. */
export interface SplitPart {
  title: string;
  options: Option[];
  images: Picture[];
  original: Original;
  priceFrom: number;
  priceTo: number;
  costFrom: number;
  costTo: number;
  /** With the option values that are left, and their positions in this part. */
  variants: Variant[];
}

/** The variants of each value of an option, in the order of the values. undefined: there is no such option. */
export function groupsByOption(options: readonly Option[], variants: readonly Variant[], name: string) {
  const at = options.findIndex((option) => option.name === name);
  const option = options[at];
  if (!option) return undefined;
  const groups = Map.groupBy(variants, (variant) => variant.option_values[at] ?? '');
  const known = option.values.filter((value) => groups.has(value));
  const others = [...groups.keys()].filter((value) => !known.includes(value));
  return [...known, ...others].map((value) => (groups.get(value) ?? []).map((variant) => variant.variant_id));
}

/** Why a product can't be split like this: every variant belongs to exactly one group, and each group sells something. */
export function refuseGroups(
  variants: readonly Pick<Variant, 'variant_id' | 'enabled'>[],
  groups: readonly (readonly string[])[],
): EditRefusal | undefined {
  if (groups.length < 2) return { field: 'groups', key: 'SPLIT_ONE_PRODUCT' };
  const named = groups.flat();
  const known = new Map(variants.map((variant) => [variant.variant_id, variant]));
  for (const [at, group] of groups.entries()) {
    if (group.length === 0) return { field: `groups.${at}`, key: 'SPLIT_EMPTY' };
    const unknown = group.findIndex((id) => !known.has(id));
    if (unknown >= 0) return { field: `groups.${at}.${unknown}`, key: 'VARIANT_NOT_FOUND' };
    if (!group.some((id) => known.get(id)?.enabled)) return { field: `groups.${at}`, key: 'SPLIT_NOTHING_SOLD' };
  }
  if (new Set(named).size < named.length) return { field: 'groups', key: 'SPLIT_VARIANT_TWICE' };
  if (named.length < variants.length) return { field: 'groups', key: 'SPLIT_VARIANT_LEFT' };
  return undefined;
}

const valuesAt = (variants: readonly Variant[], at: number): Set<string> =>
  new Set(variants.map((variant) => variant.option_values[at] ?? ''));

/** The values that all variants of a group have and others don't, such as "Red" or "Red / XL". */
function labelOf(options: readonly Option[], all: readonly Variant[], group: readonly Variant[]): string {
  return options
    .flatMap((_option, at) => {
      const own = valuesAt(group, at);
      return own.size === 1 && valuesAt(all, at).size > 1 ? [...own] : [];
    })
    .join(' / ');
}

const withSuffix = (title: string, suffix: string): string => {
  const kept = suffix.slice(0, MOST_TITLE - 1);
  return `${title.slice(0, MOST_TITLE - kept.length).trimEnd()}${kept}`;
};

/** A title for each group, none twice: the product's own with what sets the group apart. */
export function splitTitles(
  product: Pick<Product, 'title' | 'options'>,
  all: readonly Variant[],
  groups: readonly (readonly Variant[])[],
): string[] {
  const taken = new Set<string>();
  return groups.map((group, at) => {
    const label = labelOf(product.options, all, group);
    // The first group stays the product: without something that sets it apart it keeps its title.
    let title = withSuffix(product.title, label ? ` - ${label}` : at === 0 ? '' : ` (${at + 1})`);
    for (let n = 2; taken.has(title); n += 1)
      title = withSuffix(product.title, label ? ` - ${label} (${n})` : ` (${groups.length + n})`);
    taken.add(title);
    return title;
  });
}

/** Images without those that only variants of other groups show; the one that all of this group have comes first. */
function imagesOf(images: readonly Picture[], all: readonly Variant[], group: readonly Variant[]): Picture[] {
  const own = new Set(group.map((variant) => variant.image_url));
  const others = new Set(all.map((variant) => variant.image_url).filter((url) => !own.has(url)));
  const left = images.filter((image) => !others.has(image.url));
  const [only] = own.size === 1 && others.size > 0 ? own : [];
  if (only)
    return [left.find((image) => image.url === only) ?? { url: only }, ...left.filter((image) => image.url !== only)];
  return left.length > 0 ? left : [...images];
}

/**
 * A group of a product's variants as a product. Options keep the values that are left, and one with a single value is
 * dropped, since the title names it. `keepOptions`: all options stay, as for a product that a store lists with them.
 */
export function partOf(
  product: Pick<Product, 'options' | 'images' | 'original'>,
  all: readonly Variant[],
  group: readonly Variant[],
  title: string,
  keepOptions: boolean,
): SplitPart {
  const left = product.options.map(({ values }, at) => {
    const own = valuesAt(group, at);
    return values.flatMap((value, n) => (own.has(value) ? [n] : []));
  });
  const keptAt = left.flatMap((values, at) => (keepOptions || values.length > 1 ? [at] : []));
  /** Options and values correspond to the supplier's by their positions. */
  const cut = (options: readonly Option[]): Option[] =>
    keptAt.flatMap((at) => {
      const option = options[at];
      return option
        ? [{ name: option.name, values: option.values.filter((_value, n) => keepOptions || left[at]?.includes(n)) }]
        : [];
    });
  const only = (values: readonly string[]): string[] => keptAt.flatMap((at) => values[at] ?? []);
  const sources = new Set(group.map((variant) => variant.source_variant_id));
  const sold = group.filter((variant) => variant.enabled);
  const prices = (sold.length > 0 ? sold : group).map((variant) => variant.price);
  const costs = group.map((variant) => variant.cost);
  return {
    title,
    options: cut(product.options),
    images: keepOptions ? [...product.images] : imagesOf(product.images, all, group),
    original: {
      ...product.original,
      options: cut(product.original.options),
      variants: product.original.variants
        .filter((one) => sources.has(one.sourceVariantId))
        .map((one) => ({ ...one, optionValues: only(one.optionValues) })),
    },
    priceFrom: Math.min(...prices),
    priceTo: Math.max(...prices),
    costFrom: Math.min(...costs),
    costTo: Math.max(...costs),
    variants: group.map((variant, position) => ({ ...variant, option_values: only(variant.option_values), position })),
  };
}

/** SKUs of copies, none twice: `LAMP-RED` becomes `LAMP-RED-2` with `n` 2. */
export function copySkus(skus: readonly string[], n: number): string[] {
  const taken = new Set<string>();
  return skus.map((sku, at) => {
    const plain = `${sku.slice(0, MOST_SKU - `-${n}`.length)}-${n}`;
    const tail = `-${n}-${at + 1}`;
    const own = taken.has(plain.toLowerCase()) ? `${sku.slice(0, MOST_SKU - tail.length)}${tail}` : plain;
    taken.add(own.toLowerCase());
    return own;
  });
}
