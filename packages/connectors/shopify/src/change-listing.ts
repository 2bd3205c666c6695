import { type ConnectorContext, ConnectorError, type ListingChange } from '@quayside/connector-kit';
import { toDecimal } from '@quayside/kernel';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { putMetafield } from './map-product.ts';
import { type Put, parsePut, variantNumber } from './put.ts';

/** Most entries that Shopify takes in one list. */
const BATCH = 250;

const isGone = (errors: readonly { code?: string | null | undefined; message: string }[]): boolean =>
  errors.some(({ code, message }) => code === 'PRODUCT_DOES_NOT_EXIST' || /product does not exist/i.test(message));

function refuse(id: string, what: string, errors: Parameters<typeof refuseUserErrors>[1]): void {
  if (isGone(errors)) throw new ConnectorError('not-found', `product ${id} no longer exists in the store`);
  refuseUserErrors(what, errors);
}

/** The compare-at prices that we set, by the number of the variant, once `prices` are written. */
function compareAtAfter(before: Put['compareAt'], prices: ListingChange['prices']): Record<string, string> {
  const recorded = new Map(Object.entries(before ?? {}));
  for (const { externalVariantId, compareAtPrice } of prices) {
    const key = String(variantNumber(externalVariantId));
    if (compareAtPrice) recorded.set(key, toDecimal(compareAtPrice));
    else if (compareAtPrice === null) recorded.delete(key);
  }
  return Object.fromEntries(recorded);
}

/** Records compare-at prices as ours, or the next push would take them for the merchant's. */
async function recordCompareAt(ctx: ConnectorContext, id: string, prices: ListingChange['prices']): Promise<void> {
  const { product } = await run(ctx, documents.productPut, { id });
  const put = parsePut(product?.put?.value);
  if (!put) return;
  const metafields = [putMetafield(id, { ...put, compareAt: compareAtAfter(put.compareAt, prices) })];
  const { metafieldsSet } = await run(ctx, documents.recordPut, { metafields });
  refuseUserErrors('Shopify refused the record of the product', metafieldsSet?.userErrors ?? []);
}

/** Writes prices and the status of a product, 250 variants in a call. */
export async function changeListing(
  ctx: ConnectorContext,
  { externalProductId: id, status, prices }: ListingChange,
): Promise<void> {
  for (let at = 0; at < prices.length; at += BATCH) {
    const variants = prices.slice(at, at + BATCH).map(({ externalVariantId, price, compareAtPrice }) => ({
      id: externalVariantId,
      price: toDecimal(price),
      ...(compareAtPrice === undefined ? {} : { compareAtPrice: compareAtPrice && toDecimal(compareAtPrice) }),
    }));
    const variables = { productId: id, variants };
    const { productVariantsBulkUpdate } = await run(ctx, documents.variantPrices, variables, variants.length);
    refuse(id, 'Shopify refused the prices', productVariantsBulkUpdate?.userErrors ?? []);
  }
  if (prices.some(({ compareAtPrice }) => compareAtPrice !== undefined)) await recordCompareAt(ctx, id, prices);
  if (!status) return;
  const { productUpdate } = await run(ctx, documents.productStatus, { product: { id, status: status.toUpperCase() } });
  refuse(id, "Shopify refused the product's status", productUpdate?.userErrors ?? []);
}
