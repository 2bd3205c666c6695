import type { ConnectorContext, Listed, ListingInput } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { fileName, nameInAddress } from './map-files.ts';
import { everyPage } from './pages.ts';

/** Most entries that Shopify takes in one list. */
const BATCH = 250;

/** Ids of a product's pictures by the name in their address. A picture that Shopify still fetches has none yet. */
export async function readMedia(ctx: ConnectorContext, id: string): Promise<Map<string, string>> {
  const all = await everyPage(async (after) => (await run(ctx, documents.productMedia, { id, after })).product?.media);
  const byName = new Map<string, string>();
  for (const media of all) {
    if (media.image) byName.set(nameInAddress(media.image.url), media.id);
  }
  return byName;
}

/** Gives variants their pictures where productSet could not carry them. Pictures not yet fetched are left to the next update. */
export async function attachVariantImages(ctx: ConnectorContext, listed: Listed, input: ListingInput): Promise<void> {
  const media = await readMedia(ctx, listed.externalProductId);
  const ids = new Map(listed.variants.map((variant) => [variant.ref, variant.externalVariantId]));
  const changes = input.variants.flatMap((variant) => {
    const id = ids.get(variant.ref);
    const mediaId = variant.imageUrl === undefined ? undefined : media.get(fileName(variant.imageUrl) ?? '');
    return id && mediaId ? [{ id, mediaId }] : [];
  });
  for (let at = 0; at < changes.length; at += BATCH) {
    const variants = changes.slice(at, at + BATCH);
    const variables = { productId: listed.externalProductId, variants };
    const { productVariantsBulkUpdate } = await run(ctx, documents.variantImages, variables, variants.length);
    refuseUserErrors("Shopify refused the variants' pictures", productVariantsBulkUpdate?.userErrors ?? []);
  }
}
