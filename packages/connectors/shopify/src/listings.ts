import { type ConnectorContext, ConnectorError, type Listed, type ListingInput } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { attachVariantImages, readMedia } from './listing-images.ts';
import {
  type Given,
  matchVariants,
  type ProductInput,
  productInput,
  productSetCost,
  REF_KEY,
  refIdentifier,
} from './map-product.ts';
import { withRest } from './pages.ts';
import { waitForOperation } from './product-operation.ts';
import type { RawProduct, RawVariant } from './raw.ts';
import { forgetHabits, habitsOf } from './shop-facts.ts';
import { stageFiles } from './staged-files.ts';

/** From here on Shopify works in the background: a large productSet would outlast the request. */
const SYNCHRONOUS_VARIANTS = 100;
/** A variants page of this length costs some 300 points, beside what the mutation itself costs. */
const VARIANTS_PAGE = 100;
/** Shopify refuses a request of more than 1,000 points; the rest is for what is read back. */
const MOST_POINTS = 650;

const variantsPage = (count: number): number => Math.max(1, Math.min(VARIANTS_PAGE, count));

const restOfVariants = (ctx: ConnectorContext, id: string) => async (after: string | null) =>
  (await run(ctx, documents.productVariants, { id, first: VARIANTS_PAGE, after })).product?.variants;

async function listedOf(ctx: ConnectorContext, product: RawProduct, input: ListingInput): Promise<Listed> {
  const variants = await withRest(product.variants, restOfVariants(ctx, product.id));
  return {
    externalProductId: product.id,
    handle: product.handle,
    ...(product.onlineStoreUrl ? { url: product.onlineStoreUrl } : {}),
    adminUrl: `${ctx.baseUrl}/admin/products/${product.legacyResourceId}`,
    variants: matchVariants(input, variants),
  };
}

function complete(listed: Listed, input: ListingInput): Listed {
  if (listed.variants.length === input.variants.length) return listed;
  const missing = input.variants.length - listed.variants.length;
  throw new ConnectorError('unknown', `the product is there, but ${missing} of its variants are not (yet)`);
}

type Identifier = { id: string } | ReturnType<typeof refIdentifier>;

async function readByIdentifier(ctx: ConnectorContext, identifier: Identifier, count: number) {
  const variants = variantsPage(count);
  return (await run(ctx, documents.productByRef, { identifier, variants }, variants)).productByIdentifier ?? undefined;
}

async function set(ctx: ConnectorContext, identifier: Identifier, input: ProductInput): Promise<RawProduct> {
  const count = input.variants.length;
  const synchronous = count <= SYNCHRONOUS_VARIANTS;
  const variants = synchronous ? variantsPage(count) : 1;
  const size = Math.round(productSetCost(input)) * 1000 + variants;
  const { productSet } = await run(ctx, documents.setProduct, { identifier, input, synchronous, variants }, size);
  if (productSet?.userErrors.length) {
    forgetHabits(ctx);
    refuseUserErrors('Shopify refused the product', productSet.userErrors);
  }
  if (productSet?.product) return productSet.product;
  if (!productSet?.productSetOperation) {
    throw new ConnectorError('unknown', 'Shopify answered a product push with neither a product nor an operation');
  }
  const id = await waitForOperation(ctx, productSet.productSetOperation.id);
  const product = await readByIdentifier(ctx, { id }, count);
  if (!product) throw new ConnectorError('unknown', 'the product that Shopify set is not to be seen yet');
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
  const { publishablePublish } = await run(ctx, documents.publish, { id, input });
  refuseUserErrors('Shopify refused to publish the product', publishablePublish?.userErrors ?? []);
  const url = publishablePublish?.publishable?.onlineStoreUrl;
  return url ? { ...listed, url } : listed;
}

/**
 * Makes the product, or brings one with this reference to this state: the reference is a unique custom id, so that
 * repeating the call makes no second product. Published to the publications named, or to those of the shop's own choice.
 */
export async function createListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed> {
  const habits = await habitsOf(ctx);
  const { product, imagesLater } = inputFor(input, {
    locationId: habits.locationId,
    staged: await stageFiles(ctx, input),
  });
  const metafields: ProductInput['metafields'] = [{ key: REF_KEY, type: 'id', value: input.ref }];
  const made = await set(ctx, refIdentifier(input.ref), { ...product, metafields });
  const listed = complete(await listedOf(ctx, made, input), input);
  if (imagesLater) await attachVariantImages(ctx, listed, input);
  return publish(ctx, listed, input.publicationIds ?? habits.publicationIds);
}

/**
 * The listing with this reference. What a lost process left undone is finished where that cannot do anything twice (its
 * publication); one whose variants are not all there counts as not there: createListing completes it.
 */
export async function findListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed | undefined> {
  const habits = await habitsOf(ctx);
  const product = await readByIdentifier(ctx, refIdentifier(input.ref), input.variants.length);
  if (!product) return undefined;
  const listed = await listedOf(ctx, product, input);
  if (listed.variants.length < input.variants.length) return undefined;
  if ((product.resourcePublicationsCount?.count ?? 0) > 0) return listed;
  return publish(ctx, listed, input.publicationIds ?? habits.publicationIds);
}

const idsByRef = (input: ListingInput, there: RawVariant[]): Map<string, string> =>
  new Map(matchVariants(input, there).map((variant) => [variant.ref, variant.externalVariantId]));

/**
 * Brings a product to this state. Its variants are replaced as a whole; the merchant's tags and media stay. Nothing tells
 * which tags were ours, so tags are only added.
 */
export async function updateListing(ctx: ConnectorContext, id: string, input: ListingInput): Promise<Listed> {
  const { locationId } = await habitsOf(ctx);
  const there = await readByIdentifier(ctx, { id }, input.variants.length);
  if (!there) throw new ConnectorError('not-found', `the shop has no product ${id} any more`);
  const variants = await withRest(there.variants, restOfVariants(ctx, id));
  const media = await readMedia(ctx, id, input);
  const staged = await stageFiles(ctx, input, media.byName);
  const others = { tags: there.tags, mediaIds: media.others };
  const given = { locationId, mediaIds: media.byName, staged, others, variantIds: idsByRef(input, variants) };
  const { product, imagesLater } = inputFor(input, given);
  const listed = complete(await listedOf(ctx, await set(ctx, { id }, product), input), input);
  if (imagesLater) await attachVariantImages(ctx, listed, input, media.others);
  return publish(ctx, listed, input.publicationIds ?? []);
}

/** Removes a product; one that is gone already is no error. */
export async function deleteListing(ctx: ConnectorContext, id: string): Promise<void> {
  const { productDelete } = await run(ctx, documents.deleteProduct, { input: { id } });
  const errors = (productDelete?.userErrors ?? []).filter((error) => !/does not exist/i.test(error.message));
  refuseUserErrors('Shopify refused to delete the product', errors);
}
