import type { ListingInput } from '@quayside/connector-kit';
import { z } from 'zod';
import { chosenCategories, mergeChosen } from './categories.ts';
import { optionValue, pictureUrls } from './listing-body.ts';
import { IMAGES, metaText, OTHERS_IMAGES, PUT, REF } from './meta.ts';
import type { RawAttribute, RawProduct, RawVariation } from './raw.ts';

const idList = z.array(z.number());
const putShape = z.object({
  tags: idList,
  categories: idList,
  /** Categories that were chosen for the product. Missing in records of older pushes. */
  collections: idList.optional(),
  /** Option values by the attribute's name in lower case. */
  attributes: z.record(z.string(), z.array(z.string())),
});
/** What Quayside put on a product and may remove again. Everything else on the product belongs to the merchant. */
export type Put = z.output<typeof putShape>;

const normal = (text: string): string => text.trim().toLowerCase();

/** Parsed meta data, or undefined where it is missing or was changed by hand. */
function parsedMeta<T extends z.ZodType>(product: RawProduct, key: string, shape: T): z.output<T> | undefined {
  try {
    return shape.parse(JSON.parse(metaText(product.meta_data, key) ?? ''));
  } catch {
    return undefined;
  }
}

/** A product that the merchant made, and that Quayside took in: it never carries our reference. */
export const isMerchants = (product: RawProduct): boolean => metaText(product.meta_data, REF) === undefined;

/** Whether creating the product was finished: the last step writes the map of its pictures. */
export const isComplete = (product: RawProduct): boolean =>
  metaText(product.meta_data, IMAGES) !== undefined || isMerchants(product);

const idsOf = (terms: readonly { id: number }[]): number[] => terms.map((term) => term.id);

/** Everything on a product as ours: true of a draft that we are still creating. */
export const everythingOn = (product: RawProduct, chosen: readonly number[]): Put => ({
  tags: idsOf(product.tags),
  categories: idsOf(product.categories).filter((id) => !chosen.includes(id)),
  collections: idsOf(product.categories).filter((id) => chosen.includes(id)),
  attributes: Object.fromEntries(product.attributes.map(({ name, options }) => [normal(name), options])),
});

/** Option values that variations choose, by the attribute's name in lower case. */
function chosenBy(variations: readonly RawVariation[]): Record<string, string[]> {
  const chosen: Record<string, string[]> = {};
  for (const { name, option } of variations.flatMap(({ attributes }) => attributes))
    chosen[normal(name)] = [...(chosen[normal(name)] ?? []), option];
  return chosen;
}

export const isOurs = (variation: RawVariation): boolean => metaText(variation.meta_data, REF) !== undefined;

/** undefined in `tags` and `categories`: the product is older than the record of what we put there. */
function putBefore(product: RawProduct, variations: readonly RawVariation[], chosen: readonly number[]) {
  if (!isComplete(product)) return everythingOn(product, chosen);
  return parsedMeta(product, PUT, putShape) ?? { attributes: chosenBy(variations.filter(isOurs)) };
}

/** The ids that a list should hold, and which of them we put there. */
function mergeIds(there: readonly number[], put: readonly number[] | undefined, wanted: readonly number[]) {
  const kept = there.filter((id) => wanted.includes(id) || !put?.includes(id));
  return {
    ids: [...kept, ...wanted.filter((id) => !there.includes(id))].map((id) => ({ id })),
    put: wanted.filter((id) => !put || put.includes(id) || !there.includes(id)),
  };
}

/** Our options with the values that the merchant added to them, then the merchant's other attributes. */
function mergeAttributes(
  input: ListingInput,
  there: readonly RawAttribute[],
  put: Record<string, string[]>,
  variations: readonly RawVariation[],
  keepsPlaces: boolean,
) {
  const needed = chosenBy(variations.filter((variation) => !isOurs(variation)));
  const isIn = (values: readonly string[] | undefined, value: string) =>
    values?.some((other) => normal(other) === normal(value)) ?? false;
  const othersValues = ({ name, options }: RawAttribute) =>
    options.filter((value) => !isIn(put[normal(name)], value) || isIn(needed[normal(name)], value));
  const nextPut: Record<string, string[]> = {};
  const ours = input.options.map((option, position) => {
    const key = normal(option.name);
    const values = option.values.map(optionValue);
    const known = there.find(({ name }) => normal(name) === key);
    nextPut[key] = values.filter((value) => isIn(put[key], value) || !isIn(known?.options, value));
    const added = known ? othersValues(known).filter((value) => !isIn(values, value)) : [];
    const all = [...values, ...added];
    // An attribute of the shop has a number, without which WooCommerce would make another one of this product alone.
    if (known && keepsPlaces) return { ...known, options: all, variation: true };
    return {
      ...(known?.id ? { id: known.id } : {}),
      name: option.name,
      options: all,
      position,
      visible: true,
      variation: true,
    };
  });
  const others = there
    .filter(({ name }) => !input.options.some((option) => normal(option.name) === normal(name)))
    .map((attribute) => ({ ...attribute, options: othersValues(attribute) }))
    .filter(({ options }) => options.length > 0);
  const all = [...ours, ...others];
  return { attributes: keepsPlaces ? all.toSorted((a, b) => a.position - b.position) : all, put: nextPut };
}

/**
 * Tags, categories and attributes for an update: lists replace what the shop has, so they repeat what the merchant added.
 * Goes with the record of what we put there, in the same request.
 */
export function mergedFields(
  input: ListingInput,
  product: RawProduct,
  variations: readonly RawVariation[],
  wanted: { tags: number[]; categories: number[] },
): { fields: Record<string, unknown>; put: Put; left: readonly string[] } {
  const chosen = chosenCategories(input);
  const before: Partial<Put> & Pick<Put, 'attributes'> = putBefore(product, variations, chosen);
  const tags = mergeIds(idsOf(product.tags), before.tags, wanted.tags);
  const byType = mergeIds(idsOf(product.categories), before.categories, wanted.categories);
  const categories = mergeChosen(input, product, before.collections, byType);
  const { attributes, put } = mergeAttributes(
    input,
    product.attributes,
    before.attributes,
    variations,
    isMerchants(product),
  );
  return {
    fields: { tags: tags.ids, categories: categories.ids, attributes },
    put: { tags: tags.put, ...categories.put, attributes: put },
    left: categories.left,
  };
}

/** A product's pictures, ours and the merchant's. */
export interface Pictures {
  /** Ids of the pictures that were fetched for us, by the address they came from. */
  known: Map<string, number>;
  /** Every id that was ever recorded for an address, on the product or not: variations may still show it. */
  recorded: Record<string, number>;
  isOurs(id: number): boolean;
  /** The merchant's pictures in front of our first one, and the others. */
  front: number[];
  behind: number[];
  /** The picture that the shop shows for a variation without one. */
  featured: number | undefined;
  /** Alternative texts of the merchant's pictures that we took in, by id. */
  alts: ReadonlyMap<number, string>;
}

const pathOf = (url: string): string => URL.parse(url)?.pathname ?? url;

/** Our own pictures keep their path when our address changes: they are known by it. */
function withNewAddresses(recorded: Readonly<Record<string, number>>, input: ListingInput): Record<string, number> {
  const { ownAddress } = input;
  if (ownAddress === undefined) return recorded;
  const byPath = new Map(Object.entries(recorded).map(([url, id]) => [pathOf(url), id]));
  const ours = pictureUrls(input).filter(({ url }) => url.startsWith(`${ownAddress}/`) && !(url in recorded));
  const found = ours.flatMap(({ url }) => {
    const id = byPath.get(pathOf(url));
    return id === undefined ? [] : [[url, id] as const];
  });
  return { ...recorded, ...Object.fromEntries(found) };
}

/** Pictures that are wanted under the very address that they have in the shop, as those of a product that was taken in. */
function taken(product: RawProduct, input: ListingInput): Record<string, number> {
  const byPath = new Map(product.images.map(({ id, src }) => [pathOf(src), id]));
  return Object.fromEntries(
    pictureUrls(input).flatMap(({ url }) => {
      const id = byPath.get(pathOf(url));
      return id === undefined ? [] : [[url, id] as const];
    }),
  );
}

/** `input`: the listing that is pushed. */
export function getPictures(product: RawProduct, input: ListingInput): Pictures {
  const written = withNewAddresses(parsedMeta(product, IMAGES, z.record(z.string(), z.number())) ?? {}, input);
  const recorded = isMerchants(product) ? { ...written, ...taken(product, input) } : written;
  const there = idsOf(product.images);
  const known = new Map(Object.entries(recorded).filter(([, id]) => there.includes(id)));
  const others = parsedMeta(product, OTHERS_IMAGES, idList);
  const ids = new Set(Object.values(recorded));
  const isOurs = (id: number): boolean => {
    if (ids.has(id) || !isComplete(product)) return true;
    // An update was cut short before it could record the pictures that the shop had fetched for it.
    return others !== undefined && there.includes(id) && !others.includes(id);
  };
  const first = there.findIndex(isOurs);
  const front = first < 0 ? [] : there.slice(0, first);
  const behind = there.slice(front.length).filter((id) => !isOurs(id));
  const alts = new Map(isMerchants(product) ? product.images.map((image) => [image.id, image.alt ?? '']) : []);
  return { known, recorded, isOurs, front, behind, featured: there[0], alts };
}

/** The pictures of an update. One that the shop already has is named by its id, so that it is not fetched again. */
export function imageFields(input: ListingInput, pictures?: Pictures): Record<string, unknown>[] {
  const ours = pictureUrls(input).map(({ url, alt, keepsAlt }) => {
    const id = pictures?.known.get(url);
    if (id === undefined) return { src: url, ...(alt ? { alt } : {}) };
    const there = pictures?.alts.get(id);
    // A picture without a text is described by the title, which is not for the merchant's own.
    const stays = keepsAlt || (there !== undefined && (alt === there || (there === '' && alt === input.title)));
    return { id, ...(alt && !stays ? { alt } : {}) };
  });
  const byId = (ids: readonly number[] = []) => ids.map((id) => ({ id }));
  return [...byId(pictures?.front), ...ours, ...byId(pictures?.behind)];
}

/** Ids of our pictures by address. The answer lists pictures in the order asked. */
export const mappedImages = (input: ListingInput, product: RawProduct, front = 0): Map<string, number> =>
  new Map(
    pictureUrls(input).flatMap(({ url }, index) => {
      const id = product.images[front + index]?.id;
      return id === undefined ? [] : [[url, id] as const];
    }),
  );
