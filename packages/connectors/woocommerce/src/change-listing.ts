import { type ConnectorContext, ConnectorError, type ListingChange } from '@quayside/connector-kit';
import { moneyFromDecimal } from '@quayside/kernel';
import { z } from 'zod';
import { createClient, type WooClient } from './client.ts';
import { toRefusal } from './failures.ts';
import { isFailed, type RawProduct, type RawVariation, rawBatch, rawProduct } from './raw.ts';
import { isOurSale, priceFields, saleMeta } from './sale.ts';
import { BATCH, readVariations } from './variations.ts';

type Price = ListingChange['prices'][number];

const FIELDS = 'id,type,status,sku,regular_price,sale_price,meta_data';
const answer = rawBatch(z.object({ id: z.number() }));

/** Regular and sale price of an item. Where the compare-at price stays, it is the regular price beside a sale of ours. */
function pricesFor({ price, compareAtPrice }: Price, before: RawProduct | RawVariation) {
  const stays = compareAtPrice === undefined && isOurSale(before) && before.regular_price;
  const compareAt = stays ? moneyFromDecimal(before.regular_price ?? '', price.currency) : compareAtPrice;
  const wanted = { price, ...(compareAt ? { compareAtPrice: compareAt } : {}) };
  return { ...priceFields(wanted, before), meta_data: saleMeta(wanted, before) };
}

async function changeVariations(client: WooClient, product: RawProduct, prices: readonly Price[]): Promise<void> {
  const known = new Map((await readVariations(client, product.id)).map((one) => [String(one.id), one]));
  const update = prices.map((one) => {
    const before = known.get(one.externalVariantId);
    if (!before)
      throw new ConnectorError('rejected', `variation ${one.externalVariantId} is not in the store any more`, {
        code: 'other',
      });
    return { id: before.id, ...pricesFor(one, before) };
  });
  for (let start = 0; start < update.length; start += BATCH) {
    const body = { update: update.slice(start, start + BATCH) };
    const done = await client.send('POST', { path: `products/${product.id}/variations/batch`, shape: answer, body });
    for (const item of done.update as unknown[]) if (isFailed(item)) throw toRefusal(item.error);
  }
}

/** Writes prices and the status of a product; variations a hundred in a call. */
export async function changeListing(
  ctx: ConnectorContext,
  { externalProductId, status, prices }: ListingChange,
): Promise<void> {
  const client = createClient(ctx);
  const path = `products/${encodeURIComponent(externalProductId)}`;
  const product = await client.get({ path, query: { context: 'edit', _fields: FIELDS }, shape: rawProduct });
  if (product.status === 'trash') throw new ConnectorError('not-found', `product ${externalProductId} is in the trash`);
  const own = prices.find((one) => one.externalVariantId === externalProductId);
  const others = prices.filter((one) => one !== own);
  if (others.length > 0) await changeVariations(client, product, others);
  if (!own && !status) return;
  const body = {
    ...(own ? pricesFor(own, product) : {}),
    ...(status ? { status: status === 'active' ? 'publish' : 'draft' } : {}),
  };
  await client.send('PUT', { path, query: { _fields: FIELDS }, shape: rawProduct, body });
}
