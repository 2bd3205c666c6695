import {
  type ChooseKept,
  type ConnectorContext,
  ConnectorError,
  type Listed,
  type ListingInput,
  type ListingToRead,
  NOTHING_KEPT,
  type StoreFields,
} from '@quayside/connector-kit';
import { z } from 'zod';
import { chosenCategories, membershipOf } from './categories.ts';
import { createClient, type WooClient } from './client.ts';
import { decodeEntities } from './entities.ts';
import { namingPicture } from './failures.ts';
import { isSimple, measured, pictureUrls, productFields, productSku, type ShopUnits } from './listing-body.ts';
import { IMAGES, metaText, OTHERS_IMAGES, PUT, REF } from './meta.ts';
import { everythingOn, getPictures, imageFields, isComplete, isMerchants, mappedImages, mergedFields } from './put.ts';
import { type RawProduct, type RawVariation, rawProduct, rawSettings } from './raw.ts';
import { currencyOf, storeFields, withHeldPrices } from './store-fields.ts';
import { termIds } from './terms.ts';
import { byReference, readVariations, readVariationsOfAll, syncVariations } from './variations.ts';

/** A shop fetches every picture while we wait. */
export const WITH_PICTURES_MS = 180_000;
export const FIELDS =
  'id,type,status,name,description,slug,permalink,sku,regular_price,sale_price,global_unique_id,weight,dimensions,manage_stock,' +
  'backorders,parent_id,images,tags,categories,attributes,meta_data';
/** As stored: without it the shop renders descriptions, and answers other words than it does to a write. */
const STORED = { context: 'edit', _fields: FIELDS };

/** Ids of the tags and of the category of its type that a listing wants; categories that were chosen replace that one. */
const wantedTerms = async (client: WooClient, input: ListingInput) => ({
  tags: input.tags.length > 0 ? await termIds(client, 'tags', input.tags) : [],
  categories:
    input.productType && chosenCategories(input).length === 0
      ? await termIds(client, 'categories', [input.productType])
      : [],
});

/** The same, where the product has terms of these names already: a category below another is not found by its name alone. */
async function wantedTermsOf(client: WooClient, input: ListingInput, { tags, categories }: RawProduct) {
  const split = (there: RawProduct['tags'], names: readonly string[]) => {
    const known = new Map(there.map(({ id, name }) => [decodeEntities(name).trim().toLowerCase(), id]));
    const idOf = (name: string) => known.get(name.trim().toLowerCase());
    return { ids: names.flatMap((name) => idOf(name) ?? []), rest: names.filter((name) => idOf(name) === undefined) };
  };
  const tagged = split(tags, input.tags);
  const typed = split(categories, input.productType ? [input.productType] : []);
  const made = await wantedTerms(client, { ...input, tags: tagged.rest, productType: typed.rest[0] ?? '' });
  return { tags: [...tagged.ids, ...made.tags], categories: [...typed.ids, ...made.categories] };
}

const asTerms = (ids: readonly number[]) => ids.map((id) => ({ id }));

const NO_UNITS: ShopUnits = { weight: '', size: '' };

/** The shop's units, where the listing has a weight or a size to write or to compare. */
const unitsFor = async (client: WooClient, input: ListingInput): Promise<ShopUnits> =>
  input.dimensions || input.variants.some((variant) => variant.weightGrams !== undefined)
    ? readUnits(client)
    : NO_UNITS;

export async function readUnits(client: WooClient): Promise<ShopUnits> {
  const settings = await client.get({ path: 'settings/products', query: { _fields: 'id,value' }, shape: rawSettings });
  const unit = (id: string): string => {
    const value = settings.find((setting) => setting.id === id)?.value;
    return typeof value === 'string' ? value : '';
  };
  return { weight: unit('woocommerce_weight_unit'), size: unit('woocommerce_dimension_unit') };
}

const status = (input: ListingInput): string => (input.status === 'active' ? 'publish' : 'draft');

/**
 * What the shop answered to the write of a product's fields, with the status that a later write set. The other fields of later
 * answers may be the merchant's by then, and would count as the shop's wording of ours.
 */
const answered = (product: RawProduct, { status: now }: RawProduct): RawProduct => ({ ...product, status: now });

function listedOf(
  product: RawProduct,
  baseUrl: string,
  variants: Listed['variants'],
  holds: StoreFields | undefined,
): Listed {
  return {
    externalProductId: String(product.id),
    ...(product.slug ? { handle: product.slug } : {}),
    ...(product.permalink ? { url: product.permalink } : {}),
    adminUrl: `${baseUrl}/wp-admin/post.php?post=${product.id}&action=edit`,
    variants,
    ...(holds ? { holds } : {}),
  };
}

const simpleVariants = (product: RawProduct, input: ListingInput): Listed['variants'] => [
  { ref: input.variants[0]?.ref ?? '', externalVariantId: String(product.id), sku: product.sku },
];

/** Our variants as the shop has them: a product without options is its own only variant. */
const heldVariants = (
  product: RawProduct,
  input: ListingInput,
  variations: ReadonlyMap<string, RawVariation>,
): ReadonlyMap<string, RawProduct | RawVariation> =>
  isSimple(input) ? new Map([[input.variants[0]?.ref ?? '', product]]) : variations;

const imagesMeta = (images: Map<string, number>) => ({
  key: IMAGES,
  value: JSON.stringify(Object.fromEntries(images)),
});

const write = (client: WooClient, product: Pick<RawProduct, 'id'>, body: Record<string, unknown>, timeoutMs?: number) =>
  client.send('PUT', {
    path: `products/${product.id}`,
    query: { _fields: FIELDS },
    shape: rawProduct,
    body,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

/**
 * Writes what is missing of a product that exists: its variations, then its status, the map of its pictures and the
 * record of what we put there in one step. Until that step it is a draft, so that no shopper meets half a product.
 */
async function complete(
  ctx: ConnectorContext,
  client: WooClient,
  product: RawProduct,
  input: ListingInput,
  /** Made right now: what it holds is the answer to our write, and not what a merchant made of it since. */
  isNew: boolean,
): Promise<Listed> {
  const done = isComplete(product);
  // Before the last step the product's pictures are those just asked for, in that order.
  const images = done ? getPictures(product, input).known : mappedImages(input, product);
  const units = await unitsFor(client, input);
  const { variants, held } = isSimple(input)
    ? { variants: simpleVariants(product, input), held: new Map<string, RawVariation>() }
    : await syncVariations(client, product.id, input, { images, units });
  const finished = done
    ? product
    : await write(client, product, {
        status: status(input),
        meta_data: [
          imagesMeta(images),
          { key: PUT, value: JSON.stringify(everythingOn(product, chosenCategories(input))) },
        ],
      });
  const facts = { currency: currencyOf(input), units };
  const ours = answered(product, finished);
  const holds = isNew ? storeFields(ours, heldVariants(ours, input, held), facts) : undefined;
  return {
    ...listedOf(finished, ctx.baseUrl, variants, holds),
    ...(await membershipOf(client, input, finished)),
  };
}

/** Pictures that the shop is asked to fetch. */
const fetchedPictures = (input: ListingInput, known?: ReadonlyMap<string, number>): string[] =>
  pictureUrls(input).flatMap(({ url }) => (known?.has(url) ? [] : [url]));

const bySku = (client: WooClient, sku: string): Promise<RawProduct[]> =>
  client.get({ path: 'products', query: { sku, per_page: 100, ...STORED }, shape: rawProduct.array() });

/** The living product that carries this reference. Products are found by SKU and recognised by their meta data. */
async function lookUp(client: WooClient, input: ListingInput): Promise<RawProduct | undefined> {
  const found = await bySku(client, productSku(input));
  return found.find((product) => metaText(product.meta_data, REF) === input.ref);
}

/**
 * What to make of "this SKU exists": our own earlier try, another product, or one that the shop has but does not show
 * yet (a cache, a slow replica), which is a reason to ask again and not to give up.
 */
async function afterSkuRefused(client: WooClient, input: ListingInput, error: ConnectorError): Promise<RawProduct> {
  const found = await bySku(client, productSku(input));
  const late = found.find((product) => metaText(product.meta_data, REF) === input.ref);
  if (late) return late;
  if (found.length > 0) throw error;
  throw new ConnectorError('unknown', `SKU ${productSku(input)} is taken, but the store returns no product with it`);
}

/**
 * Empties the shop's trash of this very listing: WooCommerce keeps the SKU of what a merchant threw away locked, and
 * refuses it for ever with the words it has for a SKU in use at this moment. Answers whether anything was there. What is
 * not ours stays, and is rejected/already_exists.
 */
async function emptiedTrash(client: WooClient, input: ListingInput): Promise<boolean> {
  const sku = productSku(input);
  const query = { sku, status: 'trash', per_page: 100, _fields: FIELDS };
  const thrown = await client.get({ path: 'products', query, shape: rawProduct.array() });
  for (const product of thrown) {
    if (metaText(product.meta_data, REF) !== input.ref)
      throw new ConnectorError('rejected', `SKU ${sku} is used by product ${product.id} in the store's trash`, {
        code: 'already_exists',
      });
    await erase(client, String(product.id));
  }
  return thrown.length > 0;
}

/**
 * Makes a listing: the product as a draft with its pictures, its variations in batches of a hundred, then its status.
 * A SKU that another product of the shop has is rejected/already_exists.
 */
export async function createListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed> {
  const client = createClient(ctx);
  const known = await lookUp(client, input);
  if (known) return complete(ctx, client, known, input, false);
  const terms = await wantedTerms(client, input);
  const categories = [...terms.categories, ...chosenCategories(input)];
  const { fields, meta } = productFields(input);
  const body = {
    ...measured(fields, await unitsFor(client, input)),
    tags: asTerms(terms.tags),
    ...(categories.length > 0 ? { categories: asTerms(categories) } : {}),
    images: imageFields(input),
    status: 'draft',
    meta_data: meta,
  };
  const make = () =>
    client.send('POST', {
      path: 'products',
      query: { _fields: FIELDS },
      shape: rawProduct,
      body,
      timeoutMs: WITH_PICTURES_MS,
    });
  let there: RawProduct | undefined;
  const made = await make().catch(async (error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'already_exists') {
      there = await afterSkuRefused(client, input, error);
      return there;
    }
    // Refused for a SKU in use at this moment, or in the trash.
    if (error.kind === 'temporary' && (await emptiedTrash(client, input))) return make();
    throw namingPicture(error, fetchedPictures(input));
  });
  return complete(ctx, client, made, input, there === undefined);
}

/** What became of a createListing; a product that was left half made is completed. */
export async function findListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed | undefined> {
  const client = createClient(ctx);
  const product = await lookUp(client, input);
  return product && complete(ctx, client, product, input, false);
}

/**
 * Brings a product to the input's state. What Quayside put there earlier and the input does not have is removed; what the
 * merchant added and what `chooseKept` keeps stays.
 */
export async function updateListing(
  ctx: ConnectorContext,
  externalProductId: string,
  wanted: ListingInput,
  chooseKept: ChooseKept = () => NOTHING_KEPT,
): Promise<Listed> {
  const client = createClient(ctx);
  const path = `products/${encodeURIComponent(externalProductId)}`;
  const before = await client.get({ path, query: STORED, shape: rawProduct });
  if (before.status === 'trash') throw new ConnectorError('not-found', `product ${externalProductId} is in the trash`);
  const known = before.type === 'variable' ? await readVariations(client, before.id) : [];
  const units = await unitsFor(client, wanted);
  const facts = { currency: currencyOf(wanted), units };
  const held = storeFields(before, heldVariants(before, wanted, byReference(wanted, known)), facts);
  const kept = chooseKept(held);
  const input = withHeldPrices(wanted, held, kept);
  const pictures = getPictures(before, input);
  const fetched = fetchedPictures(input, pictures.known);
  const merged = mergedFields(input, before, known, await wantedTermsOf(client, input, before));
  const others = [...pictures.front, ...pictures.behind];
  const merchants = isMerchants(before);
  const ours = productFields(input, { before, kept, isMerchants: merchants });
  const meta = [
    ...ours.meta,
    { key: PUT, value: JSON.stringify(merged.put) },
    // New pictures have no ids yet: until those are recorded, they are told from the merchant's by this list.
    ...(fetched.length > 0 ? [{ key: OTHERS_IMAGES, value: JSON.stringify(others) }] : []),
  ];
  const written = await write(
    client,
    before,
    {
      ...measured(ours.fields, units),
      ...merged.fields,
      images: imageFields(input, pictures),
      meta_data: meta,
    },
    WITH_PICTURES_MS,
  ).catch((error: unknown) => Promise.reject(namingPicture(error, fetched)));
  const images = mappedImages(input, written, pictures.front.length);
  if (fetched.length > 0) {
    const recorded = new Map([...Object.entries(pictures.recorded), ...images]);
    await write(client, before, { meta_data: [imagesMeta(recorded), { key: OTHERS_IMAGES, value: null }] });
  }
  const synced = isSimple(input)
    ? { variants: simpleVariants(written, input), held: new Map<string, RawVariation>() }
    : await syncVariations(client, before.id, input, {
        images,
        units,
        rewrite: { known, pictures, kept },
        attributeNumbers: new Map(before.attributes.map(({ id, name }) => [name.toLowerCase(), id])),
        isMerchants: merchants,
      });
  const finished = await write(client, before, {
    ...(kept.product.has('status') ? {} : { status: status(input) }),
    meta_data: [imagesMeta(images), { key: OTHERS_IMAGES, value: null }],
  });
  const done = answered(written, finished);
  const now = storeFields(done, heldVariants(done, input, synced.held), facts);
  return {
    ...listedOf(finished, ctx.baseUrl, synced.variants, now),
    ...(await membershipOf(client, input, finished, merged.left)),
  };
}

/** Products by id, a hundred at a time; those in the trash are left out by the shop. */
async function readProducts(client: WooClient, ids: readonly string[]): Promise<RawProduct[]> {
  const query = { include: ids.join(','), per_page: 100, ...STORED };
  return client.get({ path: 'products', query, shape: rawProduct.array() });
}

/** What the shop holds of listings. Variations cost a call for each product that has them. */
export async function readListings(
  ctx: ConnectorContext,
  listings: readonly ListingToRead[],
): Promise<Map<string, StoreFields>> {
  const client = createClient(ctx);
  const products = await readProducts(
    client,
    listings.map(({ externalProductId }) => externalProductId),
  );
  const isMeasured = products.some(
    ({ type, weight, dimensions }) => type === 'variable' || weight || Object.values(dimensions).some(Boolean),
  );
  const units = isMeasured ? await readUnits(client) : NO_UNITS;
  const variable = products.flatMap(({ id, type }) => (type === 'variable' ? id : []));
  const variations = await readVariationsOfAll(client, variable);
  const found = new Map<string, StoreFields>();
  for (const { externalProductId, currency, variants } of listings) {
    const product = products.find(({ id }) => String(id) === externalProductId);
    const items = product?.type === 'variable' ? variations.get(product.id) : product && [product];
    if (!product || !items) continue;
    const byId = new Map(items.map((item) => [String(item.id), item]));
    const ours = variants.flatMap(({ ref, externalVariantId }) => {
      const item = byId.get(externalVariantId);
      return item ? [[ref, item] as const] : [];
    });
    found.set(
      externalProductId,
      storeFields(product, new Map<string, RawProduct | RawVariation>(ours), { currency, units }),
    );
  }
  return found;
}

/**
 * Removes a product for good; one that is gone already is no error. Not to the trash: WooCommerce keeps the SKU of what
 * lies there locked, and the same listing could not be made again.
 */
export const deleteListing = (ctx: ConnectorContext, externalProductId: string): Promise<void> =>
  erase(createClient(ctx), externalProductId);

async function erase(client: WooClient, externalProductId: string): Promise<void> {
  const path = `products/${encodeURIComponent(externalProductId)}`;
  try {
    await client.send('DELETE', { path, query: { force: true, _fields: 'id' }, shape: z.unknown() });
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'not-found') throw error;
  }
}

export async function isListingGone(ctx: ConnectorContext, externalProductId: string): Promise<boolean> {
  const path = `products/${encodeURIComponent(externalProductId)}`;
  const query = { _fields: 'id,status' };
  try {
    const { status } = await createClient(ctx).get({ path, query, shape: z.object({ status: z.string() }) });
    return status === 'trash';
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return true;
    throw error;
  }
}
