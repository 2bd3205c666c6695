import { z } from 'zod';
import type { PlannedOrder, Ware } from './plan.ts';

export interface DemoShop {
  platform: 'woocommerce' | 'shopify';
  name: string;
}

/** The demo account's two stores in the sandbox. */
export const SHOPS: readonly DemoShop[] = [
  { platform: 'woocommerce', name: 'harbour-goods' },
  { platform: 'shopify', name: 'north-pier' },
];

async function ask<T>(url: string, shape: z.ZodType<T>, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${url}: ${text}`);
  return shape.parse(JSON.parse(text));
}

const shelf = z.object({
  products: z.array(z.object({ id: z.string(), variants: z.array(z.object({ id: z.string() })) })),
});

/** What a shop sells, by its own ids: the first two variants of each product. */
export async function readShelf(
  sandboxUrl: string,
  { name, platform }: DemoShop,
): Promise<{ productId: string; variantId: string }[]> {
  const { products } = await ask(`${sandboxUrl}/shop/${platform}/${name}/products.json`, shelf);
  return products.flatMap((product) =>
    product.variants.slice(0, 2).map((variant) => ({ productId: product.id, variantId: variant.id })),
  );
}

/** A thing of a shop as its orders name it. */
export const externalIds = (platform: DemoShop['platform'], ware: Pick<Ware, 'productId' | 'variantId'>) =>
  platform === 'shopify'
    ? {
        externalProductId: `gid://shopify/Product/${ware.productId}`,
        externalVariantId: `gid://shopify/ProductVariant/${ware.variantId}`,
      }
    : { externalProductId: ware.productId, externalVariantId: ware.variantId };

const keptOrders = z.object({
  orders: z.array(z.object({ orderId: z.string(), fulfillmentIds: z.array(z.string()) })),
});
export type ShopOrder = z.output<typeof keptOrders>['orders'][number];

const pastOrderOf = ({ at, cancelledAt, lines, parcel, payment, refund, shopper }: PlannedOrder) => ({
  ...shopper,
  at,
  payment,
  lines: lines.map((line) =>
    'ware' in line ? { productId: line.ware.productId, variantId: line.ware.variantId, quantity: line.quantity } : line,
  ),
  parcels: parcel
    ? [
        {
          at: parcel.leftAt,
          carrier: parcel.carrier,
          number: parcel.number,
          pieces: lines.map(({ quantity }, line) => ({ line, quantity })),
        },
      ]
    : [],
  ...(refund ? { refund } : {}),
  ...(cancelledAt ? { cancelledAt } : {}),
});

/** Gives a shop its orders, in their order. `key`: repeated with it, the same orders are returned. */
export const createShopOrders = async (
  sandboxUrl: string,
  { name, platform }: DemoShop,
  key: string,
  orders: readonly PlannedOrder[],
): Promise<ShopOrder[]> =>
  (
    await ask(`${sandboxUrl}/control/history/${platform}/${key}`, keptOrders, {
      shop: name,
      orders: orders.map(pastOrderOf),
    })
  ).orders;

/** Empties a shop whose demo account is made afresh. Once for a key. */
export const emptyShop = (sandboxUrl: string, { name, platform }: DemoShop, key: string): Promise<unknown> =>
  ask(`${sandboxUrl}/control/history/${platform}/${key}`, z.unknown(), { shop: name, empty: true, orders: [] });

/** Gives the payment provider checkouts that were paid. Returns its references. */
export const createPaidCheckouts = async (
  sandboxUrl: string,
  key: string,
  returnTo: string,
  topups: readonly { reference: string; amount: number; at: string }[],
): Promise<string[]> =>
  (
    await ask(`${sandboxUrl}/control/history/stripe/${key}`, z.object({ sessions: z.array(z.string()) }), {
      topups,
      returnTo,
    })
  ).sessions;
