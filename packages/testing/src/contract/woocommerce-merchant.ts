import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { newToken } from '@quayside/kernel';
import { z } from 'zod';
import type { ChannelWorld, Merchant } from './channel-world.ts';

const id = z.object({ id: z.number() });
const attribute = z.object({
  id: z.number(),
  name: z.string(),
  position: z.number(),
  visible: z.boolean(),
  variation: z.boolean(),
  options: z.array(z.string()),
});
const product = z.object({
  tags: z.array(z.object({ id: z.number(), name: z.string() })),
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
  attributes: z.array(attribute),
  images: z.array(id.extend({ alt: z.string() })),
  sku: z.string(),
  sale_price: z.string(),
});
const variations = z.array(z.object({ id: z.number(), sku: z.string(), sale_price: z.string(), image: id.nullish() }));

const read = async ({ ctx }: ChannelWorld, productId: string) => {
  const client = createClient(ctx);
  const path = `products/${productId}`;
  return {
    client,
    path,
    product: await client.get({ path, shape: product }),
    variations: await client.get({ path: `${path}/variations`, query: { per_page: 100 }, shape: variations }),
  };
};

const LIST = '_wc_shipment_tracking_items';
const orderMeta = z.object({ meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })) });
const trackingItems = z.array(z.looseObject({ tracking_number: z.string() }));

/** Types another number into the last entry of the Shipment Tracking plug-in's list. */
export async function retrack({ ctx }: ChannelWorld, orderId: string, _id: string, number: string): Promise<void> {
  const client = createClient(ctx);
  const path = `orders/${orderId}`;
  const { meta_data: meta } = await client.get({ path, shape: orderMeta });
  const items = trackingItems.parse(meta.find((entry) => entry.key === LIST)?.value);
  const value = items.map((item, at) => (at === items.length - 1 ? { ...item, tracking_number: number } : item));
  await client.send('PUT', { path, shape: z.unknown(), body: { meta_data: [{ key: LIST, value }] } });
}

export const woocommerceMerchant: Merchant = {
  async adds(world, productId, { option, sku, picture }) {
    await this.discounts(world, productId);
    const { client, path, product: there } = await read(world, productId);
    const term = async (kind: string) =>
      (await client.send('POST', { path: `products/${kind}`, shape: id, body: { name: `Theirs ${newToken(4)}` } })).id;
    await client.send('PUT', {
      path,
      shape: id,
      body: {
        tags: [...there.tags, { id: await term('tags') }],
        categories: [...there.categories, { id: await term('categories') }],
        attributes: [
          ...there.attributes.map((one) => (one.name === option ? { ...one, options: [...one.options, 'Gold'] } : one)),
          { name: 'Material', options: ['Oak', 'Ash'], position: 2, visible: true, variation: false },
        ],
        images: [...there.images, { src: picture }],
      },
    });
    const body = { sku, regular_price: '99', attributes: [{ name: option, option: 'Gold' }] };
    await client.send('POST', { path: `${path}/variations`, shape: id, body });
  },
  async discounts(world, productId) {
    const { client, path, variations: there } = await read(world, productId);
    const paths = there.length > 0 ? there.map((one) => `${path}/variations/${one.id}`) : [path];
    for (const one of paths) await client.send('PUT', { path: one, shape: id, body: { sale_price: '9.50' } });
  },
  async pictures(world, productId, sku, picture) {
    const { client, path, variations: there } = await read(world, productId);
    const variation = there.find((one) => one.sku === sku);
    await client.send('PUT', {
      path: `${path}/variations/${variation?.id}`,
      shape: id,
      body: { image: { src: picture } },
    });
  },
  async edits(world, productId, { title, description, price, weight, length, barcode }) {
    const { client, path, variations: there } = await read(world, productId);
    await client.send('PUT', {
      path,
      shape: id,
      body: { name: title, description, ...(length ? { dimensions: { length } } : {}) },
    });
    const first = there.toSorted((a, b) => a.id - b.id)[0];
    const priced = first ? `${path}/variations/${first.id}` : path;
    await client.send('PUT', {
      path: priced,
      shape: id,
      body: { regular_price: price, ...(weight ? { weight } : {}), ...(barcode ? { global_unique_id: barcode } : {}) },
    });
  },
  async sees(world, productId) {
    const { product: there, variations: variants } = await read(world, productId);
    const featured = there.images[0]?.id;
    return {
      tags: there.tags.map(({ name }) => name).sort(),
      categories: there.categories.map(({ name }) => name).sort(),
      options: Object.fromEntries(there.attributes.map(({ name, options }) => [name, options])),
      skus: variants.map(({ sku }) => sku).sort(),
      sales: Object.fromEntries(
        (variants.length > 0 ? variants : [there]).flatMap(({ sale_price: price, sku }) =>
          price ? [[sku, price]] : [],
        ),
      ),
      images: there.images.map((image) => String(image.id)),
      alts: there.images.map((image) => image.alt),
      // Of a variation without a picture the shop names its product's first one.
      pictures: Object.fromEntries(
        variants.flatMap(({ image, sku }) => (image && image.id !== featured ? [[sku, String(image.id)]] : [])),
      ),
    };
  },
};

/** Writes a private note, as the order's edit screen does. */
export async function annotate({ ctx }: ChannelWorld, orderId: string, note: string): Promise<void> {
  const body = { note, customer_note: false, added_by_user: true };
  await createClient(ctx).send('POST', { path: `orders/${orderId}/notes`, shape: z.unknown(), body });
}
