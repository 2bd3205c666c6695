import { type ConnectorContext, ConnectorError, type Listed, type ListingInput } from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient, type WooClient } from './client.ts';
import { isSimple, pictureUrls, productFields, productSku, weighed } from './listing-body.ts';
import { IMAGES, metaText, REF } from './meta.ts';
import { type RawProduct, rawProduct, rawSettings } from './raw.ts';
import { termIds } from './terms.ts';
import { syncVariations } from './variations.ts';

/** A shop fetches every picture while we wait. */
const WITH_PICTURES_MS = 180_000;
const FIELDS = 'id,type,status,slug,permalink,sku,parent_id,images,meta_data';

const imageMap = z.record(z.string(), z.number());

/** Numbers of the pictures that were fetched for us, by the address they came from. */
function knownImages(product: RawProduct): Map<string, number> {
  try {
    const parsed = imageMap.parse(JSON.parse(metaText(product.meta_data, IMAGES) ?? '{}'));
    const present = new Set(product.images.map((image) => image.id));
    return new Map(Object.entries(parsed).filter(([, id]) => present.has(id)));
  } catch {
    return new Map();
  }
}

/** A picture the shop already has is named by number, so that it is not fetched again. */
const imageFields = (input: ListingInput, known: Map<string, number>) =>
  pictureUrls(input).map(({ url, alt }) => {
    const id = known.get(url);
    return { ...(id === undefined ? { src: url } : { id }), ...(alt ? { alt } : {}) };
  });

/** The answer lists pictures in the order asked. */
const mapped = (input: ListingInput, product: RawProduct): Map<string, number> =>
  new Map(
    pictureUrls(input).flatMap(({ url }, index) => {
      const id = product.images[index]?.id;
      return id === undefined ? [] : [[url, id] as const];
    }),
  );

async function termFields(client: WooClient, input: ListingInput): Promise<Record<string, unknown>> {
  const tags = input.tags.length > 0 ? await termIds(client, 'tags', input.tags) : [];
  const categories = input.productType ? await termIds(client, 'categories', [input.productType]) : undefined;
  return { tags, ...(categories ? { categories } : {}) };
}

async function weightUnit(client: WooClient, input: ListingInput): Promise<string> {
  if (input.variants.every((variant) => variant.weightGrams === undefined)) return '';
  const settings = await client.get({ path: 'settings/products', query: { _fields: 'id,value' }, shape: rawSettings });
  const unit = settings.find((setting) => setting.id === 'woocommerce_weight_unit')?.value;
  return typeof unit === 'string' ? unit : '';
}

const status = (input: ListingInput): string => (input.status === 'active' ? 'publish' : 'draft');

/** Whether nothing is left to be done: the last step of making a listing writes the map of its pictures. */
const isComplete = (product: RawProduct): boolean => metaText(product.meta_data, IMAGES) !== undefined;

function listedOf(product: RawProduct, baseUrl: string, variants: Listed['variants']): Listed {
  return {
    externalProductId: String(product.id),
    ...(product.slug ? { handle: product.slug } : {}),
    ...(product.permalink ? { url: product.permalink } : {}),
    adminUrl: `${baseUrl}/wp-admin/post.php?post=${product.id}&action=edit`,
    variants,
  };
}

/**
 * Writes what is missing of a product that exists: its variations, then its status and the map of its pictures in one
 * step. Until that step it is a draft, so that no shopper meets half a product.
 */
async function complete(
  ctx: ConnectorContext,
  client: WooClient,
  product: RawProduct,
  input: ListingInput,
  rewrite: boolean,
): Promise<Listed> {
  // Before the last step the product's pictures are those just asked for, in that order.
  const images = rewrite || !isComplete(product) ? mapped(input, product) : knownImages(product);
  const only = input.variants[0];
  const variants = isSimple(input)
    ? [{ ref: only?.ref ?? '', externalVariantId: String(product.id), sku: product.sku }]
    : await syncVariations(client, product.id, input, images, { rewrite, weightUnit: await weightUnit(client, input) });
  if (isComplete(product) && !rewrite) return listedOf(product, ctx.baseUrl, variants);
  const finished = await client.send('PUT', {
    path: `products/${product.id}`,
    query: { _fields: FIELDS },
    shape: rawProduct,
    body: { status: status(input), meta_data: [{ key: IMAGES, value: JSON.stringify(Object.fromEntries(images)) }] },
  });
  return listedOf(finished, ctx.baseUrl, variants);
}

const bySku = (client: WooClient, sku: string): Promise<RawProduct[]> =>
  client.get({ path: 'products', query: { sku, per_page: 100, _fields: FIELDS }, shape: rawProduct.array() });

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
  throw new ConnectorError('unknown', `the shop holds the SKU ${productSku(input)} but shows no product with it`);
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
      throw new ConnectorError('rejected', `the SKU ${sku} is held by product ${product.id} in the shop's trash`, {
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
  const body = {
    ...weighed(productFields(input), await weightUnit(client, input)),
    ...(await termFields(client, input)),
    images: imageFields(input, new Map()),
    status: 'draft',
    meta_data: [{ key: REF, value: input.ref }],
  };
  const make = () =>
    client.send('POST', {
      path: 'products',
      query: { _fields: FIELDS },
      shape: rawProduct,
      body,
      timeoutMs: WITH_PICTURES_MS,
    });
  const made = await make().catch(async (error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'already_exists') return afterSkuRefused(client, input, error);
    // Refused for a SKU in use at this moment, or in the trash.
    if (error.kind === 'temporary' && (await emptiedTrash(client, input))) return make();
    throw error;
  });
  return complete(ctx, client, made, input, false);
}

/** What became of a createListing; a product that was left half made is completed. */
export async function findListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed | undefined> {
  const client = createClient(ctx);
  const product = await lookUp(client, input);
  return product && complete(ctx, client, product, input, false);
}

/** Brings a product to the input's state as a whole: what the input does not have is removed. */
export async function updateListing(
  ctx: ConnectorContext,
  externalProductId: string,
  input: ListingInput,
): Promise<Listed> {
  const client = createClient(ctx);
  const path = `products/${encodeURIComponent(externalProductId)}`;
  const before = await client.get({ path, query: { _fields: FIELDS }, shape: rawProduct });
  if (before.status === 'trash') throw new ConnectorError('not-found', `product ${externalProductId} is in the trash`);
  const known = knownImages(before);
  const written = await client.send('PUT', {
    path,
    query: { _fields: FIELDS },
    shape: rawProduct,
    timeoutMs: WITH_PICTURES_MS,
    body: {
      ...weighed(productFields(input), await weightUnit(client, input)),
      ...(await termFields(client, input)),
      images: imageFields(input, known),
      meta_data: [{ key: REF, value: input.ref }],
    },
  });
  return complete(ctx, client, written, input, true);
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
