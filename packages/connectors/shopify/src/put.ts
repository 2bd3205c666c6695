import type { ListingInput } from '@quayside/connector-kit';
import { z } from 'zod';
import type { RawOption, RawVariant } from './raw.ts';

/** What Shopify calls the only option of a product that has none. */
export const NO_OPTION = { name: 'Title', value: 'Default Title' };

/** Where our reference is written: a unique metafield in the app's own namespace, which no shopper sees. */
export const REF_KEY = 'quayside_ref';
/** A metafield in the app's own namespace, which no shopper sees. */
export const PUT_KEY = 'quayside_put';

const putShape = z.object({
  tags: z.array(z.string()),
  productType: z.string(),
  /** Option values by the option's name in lower case. */
  options: z.record(z.string(), z.array(z.string())),
  /** The number at the end of each variant's id. */
  variants: z.array(z.number()),
  /** The compare-at price that we set, by the number of the variant. Missing in records of older pushes. */
  compareAt: z.record(z.string(), z.string()).optional(),
  /** Collections that we put the product into. Missing in records of older pushes. */
  collections: z.array(z.string()).optional(),
  /** Metafields that we wrote, as fingerprints: see MetafieldRecord. Missing in records of older pushes. */
  metafields: z.record(z.string(), z.object({ sent: z.string(), held: z.string().optional() })).optional(),
});
/** What Quayside put on a product and may remove again. Everything else on the product belongs to the merchant. */
export type Put = z.output<typeof putShape>;
/** The part of the record that is known before Shopify has made the variants. */
export type ProductPut = Omit<Put, 'variants' | 'compareAt' | 'collections' | 'metafields'>;

/** The record of an earlier push; undefined where there is none, or where it was changed by hand. */
export function parsePut(text: string | undefined): Put | undefined {
  try {
    return putShape.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

export interface ProductOption {
  id?: string;
  name: string;
  values: string[];
}

/** A product as it was before an update. */
export interface Before {
  tags: readonly string[];
  productType: string;
  options: readonly RawOption[];
  variants: readonly RawVariant[];
  put?: Put;
}

/** The lists of a product as an update writes them. */
export interface Merged {
  tags: string[];
  /** undefined: the merchant's, which stays. */
  productType?: string;
  options: ProductOption[];
  /** The merchant's variants. */
  others: { id: string; optionValues: { optionName: string; name: string }[] }[];
  /** What counts as ours from then on. */
  put: ProductPut;
}

const normal = (text: string): string => text.trim().toLowerCase();
const isIn = (list: readonly string[] | undefined, text: string): boolean =>
  list?.some((other) => normal(other) === normal(text)) ?? false;
export const variantNumber = (id: string): number => Number(id.split('/').at(-1));

function mergeTags(wanted: readonly string[], there: readonly string[], put: readonly string[] | undefined) {
  const kept = there.filter((tag) => isIn(wanted, tag) || (put ? !isIn(put, tag) : true));
  return {
    tags: [...kept, ...wanted.filter((tag) => !isIn(there, tag))],
    put: wanted.filter((tag) => !put || isIn(put, tag) || !isIn(there, tag)),
  };
}

/** A product has one type. One that the merchant chose stays. */
function mergeType(wanted: string, { productType, put }: Before) {
  const isOurs = productType === '' || productType === wanted || productType === put?.productType;
  return isOurs ? { productType: wanted, put: wanted } : { put: put?.productType ?? '' };
}

/** Option values that variants choose, by the option's name in lower case. */
function chosenBy(variants: readonly RawVariant[]): Record<string, string[]> {
  const chosen: Record<string, string[]> = {};
  for (const { name, value } of variants.flatMap(({ selectedOptions }) => selectedOptions))
    chosen[normal(name)] = [...(chosen[normal(name)] ?? []), value];
  return chosen;
}

const isPlaceholder = ({ name, optionValues }: RawOption): boolean =>
  name === NO_OPTION.name && optionValues.every((value) => value.name === NO_OPTION.value);

/** Our options with the values that the merchant added to them, then the merchant's other options. */
function mergeOptions(input: ListingInput, before: Before, ours: readonly RawVariant[], others: readonly RawVariant[]) {
  const current = chosenBy(ours);
  const put = before.put?.options ?? current;
  const needed = chosenBy(others);
  const isKept = (key: string, value: string): boolean =>
    isIn(needed[key], value) || !(isIn(put[key], value) || isIn(current[key], value));
  const there = before.options.filter((option) => !isPlaceholder(option));
  const names = input.options.map(({ name }) => name);
  const nextPut: Record<string, string[]> = {};
  const wanted = input.options.map(({ name, values }): ProductOption => {
    const key = normal(name);
    const renamed = ({ name: other, optionValues }: RawOption): boolean =>
      !isIn(names, other) && optionValues.some((value) => isIn(values, value.name));
    const known = there.find((option) => normal(option.name) === key) ?? there.find(renamed);
    const knownValues = known?.optionValues.map((value) => value.name) ?? [];
    nextPut[key] = values.filter((value) => isIn(put[key], value) || !isIn(knownValues, value));
    const added = knownValues.filter((value) => !isIn(values, value) && isKept(normal(known?.name ?? name), value));
    return { ...(known ? { id: known.id } : {}), name, values: [...values, ...added] };
  });
  const isOurs = (key: string): boolean => before.put?.options[key] !== undefined && others.length === 0;
  const theirs = there
    .filter(({ id, name }) => !wanted.some((option) => option.id === id) && !isOurs(normal(name)))
    .map(({ id, name, optionValues }) => ({ id, name, values: optionValues.map((value) => value.name) }));
  const all = [...wanted, ...theirs];
  return {
    options: all.length > 0 ? all : [{ name: NO_OPTION.name, values: [NO_OPTION.value] }],
    put: nextPut,
  };
}

/** A value for each option: the one that is wanted, else the variant's own, else the option's first. */
export function getOptionValues(
  options: readonly ProductOption[],
  variant: RawVariant | undefined,
  wanted: Record<string, string> = {},
): { optionName: string; name: string }[] {
  return options.map(({ name: optionName, values }) => {
    const own = variant?.selectedOptions.find(({ name }) => normal(name) === normal(optionName))?.value;
    const chosen = wanted[optionName] ?? values.find((value) => normal(value) === normal(own ?? ''));
    return { optionName, name: chosen ?? values[0] ?? '' };
  });
}

/**
 * What an update has to list, since productSet removes what is not listed: what is wanted, and everything there that we did
 * not put there. `matched`: the variants there that are wanted. Of a product older than the record nothing is removed.
 */
export function mergeProduct(input: ListingInput, before: Before, matched: ReadonlySet<string>): Merged {
  const ours = before.variants.filter(({ id }) => matched.has(id));
  const isTheirs = ({ id, selectedOptions }: RawVariant): boolean =>
    !matched.has(id) &&
    !before.put?.variants.includes(variantNumber(id)) &&
    !selectedOptions.every(({ name, value }) => name === NO_OPTION.name && value === NO_OPTION.value);
  const theirs = before.variants.filter(isTheirs);
  const tags = mergeTags(input.tags, before.tags, before.put?.tags);
  const type = mergeType(input.productType ?? '', before);
  const options = mergeOptions(input, before, ours, theirs);
  return {
    tags: tags.tags,
    ...(type.productType === undefined ? {} : { productType: type.productType }),
    options: options.options,
    others: theirs.map((one) => ({ id: one.id, optionValues: getOptionValues(options.options, one) })),
    put: { tags: tags.put, productType: type.put, options: options.put },
  };
}

/** Everything of a listing as ours: true of a product that we create. */
export const putOfNew = (input: ListingInput): ProductPut => ({
  tags: input.tags,
  productType: input.productType ?? '',
  options: Object.fromEntries(input.options.map(({ name, values }) => [normal(name), values])),
});
