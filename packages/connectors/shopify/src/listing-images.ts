import type { ConnectorContext, Listed, ListingInput, PictureStates } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { sleep } from './governor.ts';
import { type FileInput, fileInputs, fileName, isOurPicture, nameInAddress } from './map-files.ts';
import { everyPage } from './pages.ts';
import type { RawMedia, RawVariant } from './raw.ts';

/** Most entries that Shopify takes in one list. */
const BATCH = 250;
/** Shopify fetches pictures in the background; a variant can only be given one that is there. */
const FETCHING_TRIES = 7;
const FIRST_WAIT_MS = 500;

const readAll = (ctx: ConnectorContext, id: string): Promise<RawMedia[]> =>
  everyPage(async (after) => (await run(ctx, documents.productMedia, { id, after })).product?.media);

/** A product's media before an update. */
export interface FoundMedia {
  /** Ids of pictures, by the name in their address; those of the merchant that are wanted, by their address. */
  byName: Map<string, string>;
  /** Ids of the merchant's own media, in order, and of those that are not wanted by their address. */
  theirs: string[];
  others: string[];
  /** Texts of the merchant's pictures that are wanted by their address, by id. */
  alts: Map<string, string>;
  /** Ids of all media in the order of the shop. */
  order: string[];
}

const pathIn = (url: string): string => URL.parse(url)?.pathname ?? url;

/**
 * A product's media, the merchant's told from ours by the name in their address. A picture that Shopify still fetches, or could
 * not fetch, has no address: it counts as ours, since keeping it would double it. A picture that is wanted under the very
 * address that the merchant's has, as those of a product that was taken in, is that picture.
 */
export async function readMedia(ctx: ConnectorContext, id: string, input: ListingInput): Promise<FoundMedia> {
  const all = await readAll(ctx, id);
  const byName = new Map(all.flatMap((media) => (media.image ? [[nameInAddress(media.image.url), media.id]] : [])));
  const theirs = all.filter(({ image, mediaContentType }) =>
    image ? !isOurPicture(image.url, input) : mediaContentType !== 'IMAGE',
  );
  const byPath = new Map(theirs.flatMap((media) => (media.image ? [[pathIn(media.image.url), media] as const] : [])));
  const alts = new Map<string, string>();
  for (const url of fileInputs(input, new Map()).byUrl.keys()) {
    const taken = byPath.get(pathIn(url));
    if (!taken) continue;
    byName.set(url, taken.id);
    alts.set(taken.id, taken.alt ?? '');
  }
  const ids = theirs.map((media) => media.id);
  return { byName, theirs: ids, others: ids.filter((one) => !alts.has(one)), alts, order: all.map((one) => one.id) };
}

/** Files of an update. Where it takes the merchant's pictures for ours, all that is there keeps its order if ours have it too. */
export function orderedFiles(
  ours: readonly FileInput[],
  others: readonly string[],
  { alts, order }: Pick<FoundMedia, 'alts' | 'order'>,
): FileInput[] {
  const behind = [...ours, ...others.map((id) => ({ id }))];
  if (alts.size === 0) return behind;
  const placeOf = (file: FileInput) => ('id' in file ? order.indexOf(file.id) : -1);
  const places = ours.map(placeOf).filter((place) => place >= 0);
  if (places.some((place, at) => place < (places[at - 1] ?? -1))) return behind;
  const there = behind.filter((file) => placeOf(file) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...there, ...behind.filter((file) => placeOf(file) < 0)];
}

/** Whether the shop no longer has a product. */
export const isListingGone = async (ctx: ConnectorContext, id: string): Promise<boolean> =>
  !(await run(ctx, documents.productMedia, { id, after: undefined })).product;

const isComing = (media: RawMedia): boolean => media.status === 'UPLOADED' || media.status === 'PROCESSING';

/** Shopify fetches pictures in the background, and shows a product without those that it could not have. */
export async function pictureStates(ctx: ConnectorContext, id: string): Promise<PictureStates> {
  const all = await readAll(ctx, id);
  return {
    coming: all.filter(isComing).length,
    failed: all.flatMap(({ status, mediaErrors }, at) =>
      status === 'FAILED' ? [{ place: at + 1, reason: mediaErrors[0]?.message ?? status }] : [],
    ),
  };
}

/** A product's pictures once none is on its way any more; after half a minute those that are there. */
async function settledMedia(ctx: ConnectorContext, id: string): Promise<RawMedia[]> {
  for (let attempt = 1, wait = FIRST_WAIT_MS; ; attempt += 1, wait *= 2) {
    const all = await readAll(ctx, id);
    if (!all.some(isComing) || attempt === FETCHING_TRIES) return all;
    await sleep(wait, ctx.signal);
  }
}

/** Media ids by the address under which we gave the picture: by its name at Shopify, else by its place in the gallery. */
function byAddress(input: ListingInput, all: readonly RawMedia[]): Map<string, string> {
  const ready = (media: RawMedia | undefined) => (media?.status === 'READY' ? media.id : undefined);
  const byName = new Map(
    all.flatMap((media) => (media.image ? [[nameInAddress(media.image.url), media] as const] : [])),
  );
  const addresses = [...fileInputs(input, new Map()).byUrl.keys()];
  const sameLength = addresses.length === all.length;
  const found = addresses.flatMap((url, at) => {
    const id = ready(byName.get(fileName(url) ?? '')) ?? (sameLength ? ready(all[at]) : undefined);
    return id === undefined ? [] : [[url, id] as const];
  });
  return new Map(found);
}

/** Gives variants their pictures where productSet could not carry them. Pictures that Shopify could not fetch are left out. */
export async function attachVariantImages(
  ctx: ConnectorContext,
  listed: Listed,
  input: ListingInput,
  merchants: { others: readonly string[]; kept: ReadonlySet<string> } = { others: [], kept: new Set() },
): Promise<void> {
  const all = await settledMedia(ctx, listed.externalProductId);
  const ours = all.filter((media) => !merchants.others.includes(media.id));
  const media = byAddress(input, ours);
  const ids = new Map(listed.variants.map((variant) => [variant.ref, variant.externalVariantId]));
  const changes = input.variants.flatMap((variant) => {
    const id = ids.get(variant.ref);
    const mediaId =
      variant.imageUrl === undefined || merchants.kept.has(variant.ref) ? undefined : media.get(variant.imageUrl);
    return id && mediaId ? [{ id, mediaId }] : [];
  });
  for (let at = 0; at < changes.length; at += BATCH) {
    const variants = changes.slice(at, at + BATCH);
    const variables = { productId: listed.externalProductId, variants };
    const { productVariantsBulkUpdate } = await run(ctx, documents.variantImages, variables, variants.length);
    refuseUserErrors("Shopify refused the variants' pictures", productVariantsBulkUpdate?.userErrors ?? []);
  }
}

/**
 * Of variants that are there, by our references: those whose picture the merchant chose, which keep it; and the media ids of
 * ours that are not wanted any more. Read only where either can be.
 */
export async function merchantsPictures(
  ctx: ConnectorContext,
  id: string,
  input: ListingInput,
  variants: ReadonlyMap<string, RawVariant>,
  others: readonly string[],
): Promise<{ kept: Set<string>; dropped: { variantId: string; mediaId: string }[] }> {
  const mayShowOurs = input.images.length > 0 && input.variants.some(({ imageUrl }) => imageUrl === undefined);
  if (others.length === 0 && !mayShowOurs) return { kept: new Set(), dropped: [] };
  const all = await everyPage(
    async (after) => (await run(ctx, documents.variantPictures, { id, after })).product?.variants,
  );
  const shown = new Map(all.map((variant) => [variant.id, variant.media.nodes[0]?.id]));
  const kept = new Set<string>();
  const dropped: { variantId: string; mediaId: string }[] = [];
  for (const { ref, imageUrl } of input.variants) {
    const variantId = variants.get(ref)?.id ?? '';
    const mediaId = shown.get(variantId);
    if (mediaId === undefined) continue;
    if (others.includes(mediaId)) kept.add(ref);
    else if (imageUrl === undefined) dropped.push({ variantId, mediaId });
  }
  return { kept, dropped };
}

/** Takes pictures of ours off variants. One that left the product left its variants with it. */
export async function detachVariantImages(
  ctx: ConnectorContext,
  productId: string,
  dropped: readonly { variantId: string; mediaId: string }[],
  files: readonly FileInput[],
): Promise<void> {
  const left = new Set(files.flatMap((file) => ('id' in file ? [file.id] : [])));
  const stale = dropped.filter(({ mediaId }) => left.has(mediaId));
  for (let at = 0; at < stale.length; at += BATCH) {
    const variantMedia = stale
      .slice(at, at + BATCH)
      .map(({ variantId, mediaId }) => ({ variantId, mediaIds: [mediaId] }));
    const { productVariantDetachMedia } = await run(
      ctx,
      documents.detachPictures,
      { productId, variantMedia },
      variantMedia.length,
    );
    refuseUserErrors("Shopify refused to change the variants' pictures", productVariantDetachMedia?.userErrors ?? []);
  }
}
