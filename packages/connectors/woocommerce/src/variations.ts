import { ConnectorError, type KeptFields, type ListedVariant, type ListingInput } from '@quayside/connector-kit';
import type { WooClient } from './client.ts';
import { toRefusal } from './failures.ts';
import { measured, optionValue, type ShopUnits, variantSku, variationFields } from './listing-body.ts';
import { metaText, REF } from './meta.ts';
import { isOurs, type Pictures } from './put.ts';
import { isFailed, type RawVariation, rawBatch, rawProduct, rawVariation } from './raw.ts';

/** Items in one batch, a limit of WooCommerce (woocommerce_rest_batch_items_limit). */
export const BATCH = 100;

const answer = rawBatch(rawVariation);

const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) => list.slice(index * BATCH, (index + 1) * BATCH));

const VARIATION_FIELDS =
  'id,sku,regular_price,sale_price,global_unique_id,weight,manage_stock,backorders,attributes,image,meta_data';

/** Variations by id. `more`: further fields to read. */
export const readVariations = (client: WooClient, productId: number, more = ''): Promise<RawVariation[]> =>
  client.all({
    path: `products/${productId}/variations`,
    query: { orderby: 'id', order: 'asc', context: 'edit', _fields: `${VARIATION_FIELDS}${more}` },
    shape: rawVariation,
  });

/** Products whose variations are read at the same time: as many as pushes work on at the same time. */
const LANES = 4;

/** Variations of several products by the product's id, which takes a call for each; without those that are gone. */
export async function readVariationsOfAll(
  client: WooClient,
  productIds: readonly number[],
  more = '',
): Promise<ReadonlyMap<number, RawVariation[]>> {
  const found = new Map<number, RawVariation[]>();
  const left = [...productIds];
  const read = async (id: number): Promise<void> => {
    try {
      found.set(id, await readVariations(client, id, more));
    } catch (error) {
      if (error instanceof ConnectorError && error.kind === 'not-found') return;
      left.length = 0;
      throw error;
    }
  };
  const lane = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await read(id);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

const keyOf = (values: readonly string[]): string => JSON.stringify(values.map((value) => value.trim().toLowerCase()));

/**
 * The variations that are there, by our references. One under a reference that is not wanted any more is recognised by its
 * option values: a product that was imported again has new references.
 */
export function byReference(input: ListingInput, known: readonly RawVariation[]): Map<string, RawVariation> {
  const wanted = new Set(input.variants.map((variant) => variant.ref));
  const refOf = (variation: RawVariation) => metaText(variation.meta_data, REF) ?? '';
  const found = new Map(known.flatMap((one) => (wanted.has(refOf(one)) ? [[refOf(one), one] as const] : [])));
  const selected = ({ attributes }: RawVariation, option: string) =>
    attributes.find(({ name }) => name.toLowerCase() === option.toLowerCase())?.option ?? '';
  const others = new Map(
    known
      .filter((one) => !wanted.has(refOf(one)))
      .map((one) => [keyOf(input.options.map(({ name }) => selected(one, name))), one]),
  );
  for (const { optionValues, ref } of input.variants) {
    const key = keyOf(input.options.map((_option, at) => optionValue(optionValues[at] ?? '')));
    const other = found.has(ref) ? undefined : others.get(key);
    if (!other) continue;
    found.set(ref, other);
    others.delete(key);
  }
  return found;
}

/**
 * The picture of a variation. One that the merchant chose stays, and one of ours that is not wanted any more is taken
 * away: an image without id and address clears it.
 */
function pictureFields(
  variant: ListingInput['variants'][number],
  images: Map<string, number>,
  known?: RawVariation,
  before?: Pictures,
): Record<string, unknown> {
  const wanted = variant.imageUrl ? images.get(variant.imageUrl) : undefined;
  const shown = known?.image?.id;
  if (shown !== undefined && before && !before.isOurs(shown) && shown !== before.featured) return {};
  if (wanted !== undefined) return { image: { id: wanted } };
  return shown !== undefined && !variant.imageUrl && before?.isOurs(shown) ? { image: { id: 0 } } : {};
}

/** What the merchant chose for a variation of ours in attributes that are not ours: the shop replaces the whole list. */
const othersChoices = (input: ListingInput, known?: RawVariation) =>
  known?.attributes.filter(
    ({ name, option }) =>
      option !== '' && !input.options.some((ours) => ours.name.toLowerCase() === name.toLowerCase()),
  ) ?? [];

/** Our attributes with the numbers of those that the shop keeps for all products: by name alone it would not know them. */
const numbered = (
  attributes: readonly { name: string; option: string }[],
  numbers: ReadonlyMap<string, number> = new Map(),
) =>
  attributes.map((one) => {
    const id = numbers.get(one.name.toLowerCase());
    return id ? { id, ...one } : one;
  });

interface SyncOptions {
  units: ShopUnits;
  /** Ids of our pictures in the shop, by address. */
  images: Map<string, number>;
  /** Rewrites what is there and removes what is ours and not wanted any more: what the product was before the update. */
  rewrite?: { known: readonly RawVariation[]; pictures: Pictures; kept: KeptFields };
  /** Numbers of the attributes that the shop keeps for all products, by name in lower case. */
  attributeNumbers?: ReadonlyMap<string, number>;
  /** The product is the merchant's: its variations keep their order, and are not marked as ours. */
  isMerchants?: boolean;
}

/** The fields of a variation without our reference and our order. */
function unmarked({ menu_order: _order, meta_data: meta, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, meta_data: (meta as { key: string }[]).filter(({ key }) => key !== REF) };
}

export interface SyncedVariations {
  variants: ListedVariant[];
  /** As the shop has them now, by our reference. */
  held: Map<string, RawVariation>;
}

/**
 * Brings our variations of a product to what is wanted: makes the missing and, to `rewrite`, changes those there and
 * removes those of ours that are not wanted any more. The merchant's own stay. What is there is recognised, so that
 * doing it again after a lost answer doubles nothing.
 */
export async function syncVariations(
  client: WooClient,
  productId: number,
  input: ListingInput,
  { units, images, rewrite, attributeNumbers, isMerchants = false }: SyncOptions,
): Promise<SyncedVariations> {
  const known = rewrite?.known ?? (await readVariations(client, productId));
  const byRef = byReference(input, known);
  const path = `products/${productId}/variations/batch`;
  const fields = (variant: ListingInput['variants'][number]) => {
    const before = byRef.get(variant.ref);
    const there = before ? { before, ...(rewrite ? { kept: rewrite.kept } : {}) } : {};
    const all = measured(variationFields(input, variant, there), units);
    const { attributes, ...rest } = before && isMerchants ? unmarked(all) : all;
    return {
      ...rest,
      attributes: [
        ...numbered(attributes as { name: string; option: string }[], attributeNumbers),
        ...othersChoices(input, before),
      ],
      ...pictureFields(variant, images, before, rewrite?.pictures),
    };
  };

  const kept = new Set([...byRef.values()].map((variation) => variation.id));
  const extra = known.filter((variation) => !kept.has(variation.id) && isOurs(variation));
  // Removed first: a SKU that moves from an old variation to a new one is free by then.
  for (const part of rewrite ? chunks(extra) : [])
    await run(client, path, { delete: part.map((variation) => variation.id) });

  const there = input.variants.filter((variant) => byRef.has(variant.ref));
  const held = new Map(byRef);
  for (const part of rewrite ? chunks(there) : []) {
    const { update } = await run(client, path, {
      update: part.map((variant) => ({ id: byRef.get(variant.ref)?.id, ...fields(variant) })),
    });
    part.forEach((variant, index) => {
      const item = update[index];
      if (item) held.set(variant.ref, item);
    });
  }

  for (const part of chunks(input.variants.filter((variant) => !byRef.has(variant.ref)))) {
    const { create } = await run(client, path, { create: part.map(fields) }).catch((error: unknown) =>
      explainSku(client, productId, part, error),
    );
    part.forEach((variant, index) => {
      const item = create[index];
      if (item) held.set(variant.ref, item);
    });
  }
  const variants = input.variants.map((variant) => {
    const item = held.get(variant.ref);
    if (item === undefined) throw new ConnectorError('unknown', `no result for variation ${variantSku(variant)}`);
    return { ref: variant.ref, externalVariantId: String(item.id), sku: item.sku || variantSku(variant) };
  });
  return { variants, held };
}

/** "This SKU exists" from a variation of this very product, made or not yet shown by an earlier try, is asked again. */
async function explainSku(
  client: WooClient,
  productId: number,
  part: ListingInput['variants'],
  error: unknown,
): Promise<never> {
  if (!(error instanceof ConnectorError) || error.code !== 'already_exists') throw error;
  for (const variant of part) {
    const query = { sku: variantSku(variant), _fields: 'id,type,status,parent_id' };
    const holders = await client.get({ path: 'products', query, shape: rawProduct.array() });
    if (holders.some((holder) => holder.parent_id !== productId)) throw error;
  }
  throw new ConnectorError('unknown', `variations of product ${productId} are not readable yet`);
}

/** One batch; the first item that was refused becomes the error, with every SKU at fault named. */
async function run(
  client: WooClient,
  path: string,
  body: { create?: unknown[]; update?: unknown[]; delete?: number[] },
): Promise<{ create: RawVariation[]; update: RawVariation[] }> {
  const done = await client.send('POST', { path, shape: answer, body });
  const items: unknown[] = [...done.create, ...done.update, ...done.delete];
  const failed = items.filter(isFailed).filter((item) => !gone(item.error.code, body));
  const [first] = failed;
  if (first) {
    const error = toRefusal(first.error);
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
    throw new ConnectorError(error.kind, error.detail + more, { code: error.code });
  }
  const variationsOf = (list: unknown[]) => list.flatMap((item) => (isFailed(item) ? [] : [rawVariation.parse(item)]));
  return { create: variationsOf(done.create), update: variationsOf(done.update) };
}

/** Removing what is not there any more is no failure. */
const gone = (code: string, body: { delete?: unknown[] }): boolean =>
  body.delete !== undefined && /_invalid_id$/.test(code);
