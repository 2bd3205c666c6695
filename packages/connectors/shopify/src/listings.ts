import {
  type ChooseKept,
  type ConnectorContext,
  ConnectorError,
  type KeptFields,
  keepsOfVariant,
  type Listed,
  type ListingInput,
  NOTHING_KEPT,
  type StoreFields,
} from '@quayside/connector-kit';
import type { z } from 'zod';
import { run } from './client.ts';
import { moveCollections, readMembership } from './collections.ts';
import { documents } from './documents.ts';
import { refusePictures, refuseUserErrors } from './errors.ts';
import { attachVariantImages, detachVariantImages, merchantsPictures, readMedia } from './listing-images.ts';
import { findStockLocation } from './locations.ts';
import { fileInputs } from './map-files.ts';
import {
  compareAtPut,
  type Given,
  matchVariants,
  type ProductInput,
  pairVariants,
  productInput,
  productSetCost,
  putMetafield,
  refIdentifier,
} from './map-product.ts';
import { putMetafields } from './metafields.ts';
import { withRest } from './pages.ts';
import { waitForOperation } from './product-operation.ts';
import {
  type Before,
  mergeProduct,
  type ProductPut,
  type Put,
  parsePut,
  putOfNew,
  REF_KEY,
  variantNumber,
} from './put.ts';
import type { RawHeld, RawProduct } from './raw.ts';
import { forgetHabits, getHabits } from './shop-facts.ts';
import { stageFiles } from './staged-files.ts';
import { setStock } from './stock.ts';
import { currencyOf, storeFields, withWeights } from './store-fields.ts';

/** From here on Shopify works in the background: a large productSet would outlast the request. */
const SYNCHRONOUS_VARIANTS = 100;
/** A variants page of this length costs some 300 points, beside what the mutation itself costs. */
const VARIANTS_PAGE = 100;
/** Shopify refuses a request of more than 1,000 points; the rest is for what is read back. */
const MOST_POINTS = 650;

const variantsPage = (count: number): number => Math.max(1, Math.min(VARIANTS_PAGE, count));

const restOfVariants = (ctx: ConnectorContext, id: string) => async (after: string | null) =>
  (await run(ctx, documents.productVariants, { id, first: VARIANTS_PAGE, after })).product?.variants;

const restOfWeighed = (ctx: ConnectorContext, id: string) => async (after: string | null) =>
  (await run(ctx, documents.weighedVariants, { id, first: VARIANTS_PAGE, after })).product?.variants;

async function listedOf(
  ctx: ConnectorContext,
  product: RawProduct,
  input: ListingInput,
  put?: readonly number[],
  weights?: { before: StoreFields; kept: KeptFields },
): Promise<Listed> {
  const variants = await withRest(product.variants, restOfVariants(ctx, product.id));
  return {
    externalProductId: product.id,
    handle: product.handle,
    ...(product.onlineStoreUrl ? { url: product.onlineStoreUrl } : {}),
    adminUrl: `${ctx.baseUrl}/admin/products/${product.legacyResourceId}`,
    variants: matchVariants(input, variants, put),
    holds: withWeights(
      storeFields(product, pairVariants(input, variants, put), currencyOf(input)),
      input,
      weights?.before,
      weights?.kept,
    ),
  };
}

function complete(listed: Listed, input: ListingInput): Listed {
  if (listed.variants.length === input.variants.length) return listed;
  const missing = input.variants.length - listed.variants.length;
  throw new ConnectorError('unknown', `product exists, but ${missing} of its variants are missing (yet)`);
}

type Identifier = { id: string } | ReturnType<typeof refIdentifier>;

async function readByIdentifier(ctx: ConnectorContext, identifier: Identifier, count: number) {
  const variants = variantsPage(count);
  return (await run(ctx, documents.productByRef, { identifier, variants }, variants)).productByIdentifier ?? undefined;
}

/** Addresses of a listing's pictures, in the order in which productSet is given them. */
const picturesOf = (input: ListingInput): string[] => [...fileInputs(input, new Map()).byUrl.keys()];

async function set(
  ctx: ConnectorContext,
  identifier: Identifier,
  input: ProductInput,
  pictures: readonly string[],
): Promise<RawProduct> {
  const count = input.variants.length;
  const synchronous = count <= SYNCHRONOUS_VARIANTS;
  const variants = synchronous ? variantsPage(count) : 1;
  const size = Math.round(productSetCost(input)) * 1000 + variants;
  const { productSet } = await run(ctx, documents.setProduct, { identifier, input, synchronous, variants }, size);
  if (productSet?.userErrors.length) {
    forgetHabits(ctx);
    refusePictures('Shopify refused a picture', productSet.userErrors, pictures);
    refuseUserErrors('Shopify refused the product', productSet.userErrors);
  }
  if (productSet?.product) return productSet.product;
  if (!productSet?.productSetOperation) {
    throw new ConnectorError('unknown', 'Shopify answered a product push with neither a product nor an operation');
  }
  const id = await waitForOperation(ctx, productSet.productSetOperation.id, pictures);
  const product = await readByIdentifier(ctx, { id }, count);
  if (!product) throw new ConnectorError('unknown', 'product saved by productSet is not readable yet');
  return product;
}

/** The input of a push, its variants' pictures put off where they would make the request too dear. */
function inputFor(input: ListingInput, given: Given): { product: ProductInput; imagesLater: boolean } {
  const whole = productInput(input, given);
  if (productSetCost(whole) <= MOST_POINTS) return { product: whole, imagesLater: false };
  return { product: productInput(input, { ...given, withoutVariantFiles: true }), imagesLater: true };
}

/** Publishes, where there is something to publish to; the listing with the address a shopper then sees it at. */
async function publish(ctx: ConnectorContext, listed: Listed, publicationIds: readonly string[]): Promise<Listed> {
  if (publicationIds.length === 0) return listed;
  const id = listed.externalProductId;
  const input = publicationIds.map((publicationId) => ({ publicationId }));
  return published(listed, await run(ctx, documents.publish, { id, input }));
}

function published(listed: Listed, { publishablePublish }: z.output<typeof documents.publish.data>): Listed {
  refuseUserErrors('Shopify refused to publish the product', publishablePublish?.userErrors ?? []);
  const url = publishablePublish?.publishable?.onlineStoreUrl;
  return url ? { ...listed, url } : listed;
}

/** The last step of a push: records what we put there, so that the next one knows what is the merchant's, and publishes. */
async function finish(
  ctx: ConnectorContext,
  listed: Listed,
  input: ListingInput,
  put: ProductPut,
  publicationIds: readonly string[],
  /** undefined: this push made the product. */
  before?: Pick<Put, 'collections' | 'metafields'>,
): Promise<Listed> {
  const id = listed.externalProductId;
  const variants = listed.variants.map(({ externalVariantId }) => variantNumber(externalVariantId));
  const compareAt = compareAtPut(input, listed.variants);
  let record: Put = {
    ...put,
    variants,
    compareAt,
    collections: before?.collections ?? [],
    ...(before?.metafields ? { metafields: before.metafields } : {}),
  };
  const recordWith = (more: Partial<Put>) => putMetafield(id, { ...record, ...more });
  let listedThere = listed;
  if (input.collections) {
    const moves = await readMembership(ctx, id, input.collections, record.collections ?? []);
    const moved = await moveCollections(ctx, id, moves, (there) => [recordWith({ collections: [...there] })]);
    record = { ...record, collections: [...moved.put] };
    listedThere = { ...listedThere, collections: moved.membership };
  }
  if (input.metafields) {
    const done = await putMetafields(
      ctx,
      id,
      input.metafields,
      record.metafields ?? {},
      (there) => recordWith({ metafields: there }),
      before === undefined,
    );
    record = { ...record, metafields: done.put };
    listedThere = { ...listedThere, metafields: done.outcomes };
  }
  const metafields = [putMetafield(id, record)];
  const publications = publicationIds.map((publicationId) => ({ publicationId }));
  const done =
    publications.length > 0
      ? await run(ctx, documents.publishAndRecord, { id, input: publications, metafields })
      : { ...(await run(ctx, documents.recordPut, { metafields })), publishablePublish: null };
  refuseUserErrors('Shopify refused the record of the product', done.metafieldsSet?.userErrors ?? []);
  return published(listedThere, done);
}

/**
 * Makes the product, or brings one with this reference to this state: the reference is a unique custom id, so that
 * repeating the call makes no second product. Published to the publications named, or to those of the shop's own choice.
 */
export async function createListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed> {
  const habits = await getHabits(ctx);
  const publicationIds = input.publicationIds ?? habits.publicationIds;
  const identifier = refIdentifier(input.ref);
  // The merchant may have worked on what an earlier try made.
  const there = (await run(ctx, documents.productId, { identifier })).productByIdentifier;
  if (there) return bring(ctx, there.id, input, publicationIds);
  const locationId = await findStockLocation(ctx);
  const { product, imagesLater } = inputFor(input, {
    locationId,
    staged: await stageFiles(ctx, input),
  });
  const metafields: ProductInput['metafields'] = [{ key: REF_KEY, type: 'id', value: input.ref }];
  const made = await set(ctx, identifier, { ...product, metafields }, picturesOf(input));
  const listed = complete(await listedOf(ctx, made, input), input);
  if (imagesLater) await attachVariantImages(ctx, listed, input);
  return finish(ctx, withStock(listed, locationId), input, putOfNew(input), publicationIds);
}

/**
 * The listing with this reference. What a lost process left undone is finished where that cannot do anything twice (its
 * publication); one whose variants are not all there counts as not there: createListing completes it.
 */
export async function findListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed | undefined> {
  const habits = await getHabits(ctx);
  const product = await readByIdentifier(ctx, refIdentifier(input.ref), input.variants.length);
  if (!product) return undefined;
  const put = parsePut(product.put?.value);
  const listed = await listedOf(ctx, product, input, put?.variants);
  if (listed.variants.length < input.variants.length) return undefined;
  if ((product.resourcePublicationsCount?.count ?? 0) > 0) return listed;
  const publicationIds = input.publicationIds ?? habits.publicationIds;
  return put ? publish(ctx, listed, publicationIds) : finish(ctx, listed, input, putOfNew(input), publicationIds, {});
}

/** The product as it is before an update, with all its variants. Throws not-found. */
async function readBefore(ctx: ConnectorContext, id: string, count: number): Promise<Before & RawHeld> {
  const { product } = await run(ctx, documents.productToUpdate, { id, variants: variantsPage(count) });
  if (!product) throw new ConnectorError('not-found', `product ${id} no longer exists in the store`);
  const variants = await withRest(product.variants, restOfWeighed(ctx, id));
  return { ...product, variants, put: parsePut(product.put?.value) };
}

const withStock = (listed: Listed, locationId: string | undefined): Listed =>
  locationId === undefined ? { ...listed, leftStock: true } : listed;

/** Sets the stock of variants that were there before, at the chosen location. */
async function setOwnStock(
  ctx: ConnectorContext,
  listed: Listed,
  input: ListingInput,
  before: ReadonlyMap<string, unknown>,
  kept: KeptFields,
): Promise<void> {
  const quantities = new Map(input.variants.map(({ ref, quantity }) => [ref, quantity]));
  const items = listed.variants.flatMap(({ ref, externalVariantId, externalInventoryItemId }) => {
    const quantity = quantities.get(ref);
    if (quantity === undefined || !before.has(ref) || keepsOfVariant(kept, ref).has('quantity')) return [];
    const { externalProductId } = listed;
    return [
      {
        ref,
        quantity,
        externalProductId,
        externalVariantId,
        ...(externalInventoryItemId ? { externalInventoryItemId } : {}),
      },
    ];
  });
  if (items.length > 0) await setStock(ctx, items);
}

/** Brings a product to the input's state. What the merchant added stays; what we put there earlier and dropped here goes. */
async function bring(
  ctx: ConnectorContext,
  id: string,
  input: ListingInput,
  publicationIds: readonly string[],
  chooseKept: ChooseKept = () => NOTHING_KEPT,
): Promise<Listed> {
  const locationId = await findStockLocation(ctx);
  const before = await readBefore(ctx, id, input.variants.length);
  const variants = pairVariants(input, before.variants, before.put?.variants);
  const held = storeFields(before, variants, currencyOf(input));
  const kept = chooseKept(held);
  const merged = mergeProduct(input, before, new Set([...variants.values()].map((variant) => variant.id)));
  const media = await readMedia(ctx, id, input);
  const pictures = await merchantsPictures(ctx, id, input, variants, media.theirs);
  const staged = await stageFiles(ctx, input, media.byName);
  const compareAt = before.put?.compareAt;
  const given = {
    locationId,
    stockApart: ctx.stockLocation !== undefined,
    mediaIds: media.byName,
    staged,
    merged,
    media,
    variants,
    compareAt,
    kept,
    seo: before.seo,
  };
  const { product, imagesLater } = inputFor(input, { ...given, pictured: pictures.kept });
  const ours = [...variants.values()].map((variant) => variantNumber(variant.id));
  const written = await set(ctx, { id }, product, picturesOf(input));
  const listed = complete(await listedOf(ctx, written, input, ours, { before: held, kept }), input);
  if (imagesLater) await attachVariantImages(ctx, listed, input, { others: media.theirs, kept: pictures.kept });
  await detachVariantImages(ctx, id, pictures.dropped, product.files);
  if (ctx.stockLocation && locationId !== undefined) await setOwnStock(ctx, listed, input, variants, kept);
  return finish(ctx, withStock(listed, locationId), input, merged.put, publicationIds, before.put ?? {});
}

/** Brings a product to this state, without anything that the merchant added or that `chooseKept` keeps being lost. */
export const updateListing = (
  ctx: ConnectorContext,
  id: string,
  input: ListingInput,
  chooseKept?: ChooseKept,
): Promise<Listed> => bring(ctx, id, input, input.publicationIds ?? [], chooseKept);

/** Removes a product; one that is gone already is no error. */
export async function deleteListing(ctx: ConnectorContext, id: string): Promise<void> {
  const { productDelete } = await run(ctx, documents.deleteProduct, { input: { id } });
  const errors = (productDelete?.userErrors ?? []).filter((error) => !/does not exist/i.test(error.message));
  refuseUserErrors('Shopify refused to delete the product', errors);
}
