import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { newToken } from '@quayside/kernel';
import { z } from 'zod';
import type { ChannelWorld, Shelves } from './channel-world.ts';

const made = z.object({ id: z.number() });
const product = z.object({ categories: z.array(made.extend({ slug: z.string() })) });

const read = ({ ctx }: ChannelWorld, productId: string) =>
  createClient(ctx).get({ path: `products/${productId}`, shape: product });

export const woocommerceShelves: Shelves = {
  async of(world, productId) {
    const { categories } = await read(world, productId);
    return categories.filter(({ slug }) => slug !== 'uncategorized').map(({ id }) => String(id));
  },
  async change(world, productId, { add, remove }) {
    const { categories } = await read(world, productId);
    const kept = categories.map(({ id }) => String(id)).filter((id) => !remove.includes(id));
    const body = { categories: [...kept, ...add].map((id) => ({ id: Number(id) })) };
    await createClient(world.ctx).send('PUT', { path: `products/${productId}`, shape: z.unknown(), body });
  },
  async make({ ctx }) {
    const body = { name: `Merchant ${newToken(4)}` };
    return String((await createClient(ctx).send('POST', { path: 'products/categories', shape: made, body })).id);
  },
  async remove({ ctx }, id) {
    const query = { force: true };
    await createClient(ctx).send('DELETE', { path: `products/categories/${id}`, query, shape: z.unknown() });
  },
};
