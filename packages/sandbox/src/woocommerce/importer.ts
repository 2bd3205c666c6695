import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { World } from '../core/world.ts';
import { nowSeconds } from './dates.ts';
import type { OrderStore } from './order-store.ts';
import type { OrderViews } from './order-view.ts';
import type { ProductStore } from './product-store.ts';
import type { Shops } from './shops.ts';
import type { Webhooks } from './webhooks.ts';

const wanted = z.strictObject({
  /** The order that is copied. */
  from: z.number().int(),
  count: z.number().int().min(1).max(5000),
  /** Unix seconds of their making and their last change: an importer writes thousands with one. */
  at: z.number().int().optional(),
});
const moved = z.strictObject({ ids: z.array(z.number().int()).min(1), at: z.number().int().optional() });
const products = z.strictObject({
  /** The product that is copied with its variations. */
  from: z.number().int(),
  count: z.number().int().min(1).max(5000),
});
const changed = z.strictObject({
  distorted: z.record(z.string(), z.unknown()),
  /** false: nobody hears of it. */
  told: z.boolean().default(true),
});

/** What plug-ins do: import many orders or products at once by SQL, past WooCommerce and its webhooks, and filter what REST tells. */
export function addImporter(
  app: FastifyInstance,
  parts: {
    world: Pick<World, 'transaction'>;
    shops: Shops;
    orders: OrderStore;
    products: ProductStore;
    views: OrderViews;
    webhooks: Webhooks;
  },
): void {
  const { orders, shops, views, webhooks, world } = parts;
  type Shop = { Params: { shop: string; id: string } };

  app.post<Shop>('/:shop/wp-admin/import-orders', async (request, reply) => {
    const { shop } = request.params;
    const input = wanted.safeParse(request.body ?? {});
    const source = input.success && shops.get(shop) ? orders.get(shop, input.data.from) : undefined;
    if (!input.success || !source) return reply.code(422).send({ error: 'no such shop or order' });
    const { count, at = nowSeconds() } = input.data;
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push(orders.write({ ...source, id: 0, created: at, modified: at, visibleAt: 0 }).id);
    return reply.code(201).send({ ids });
  });

  app.post<Shop>('/:shop/wp-admin/import-products', async (request, reply) => {
    const { shop } = request.params;
    const input = products.safeParse(request.body ?? {});
    const source = input.success && shops.get(shop) ? parts.products.get(shop, input.data.from) : undefined;
    if (!input.success || !source) return reply.code(422).send({ error: 'no such shop or product' });
    const variations = parts.products.variations(shop, source.id);
    const copyOf = (n: number): number => {
      const sku = (old: string): string => old && `${old}-${n}`;
      const name = `${source.name} ${n}`;
      const made = parts.products.save({ ...source, id: 0, name, slug: '', sku: sku(source.sku) });
      for (const one of variations) parts.products.save({ ...one, id: 0, parentId: made.id, sku: sku(one.sku) });
      return made.id;
    };
    const ids = world.transaction(() => Array.from({ length: input.data.count }, (_nothing, n) => copyOf(n + 1)));
    return reply.code(201).send({ ids });
  });

  app.post<Shop>('/:shop/wp-admin/change-orders', async (request, reply) => {
    const { shop } = request.params;
    const input = moved.safeParse(request.body ?? {});
    if (!input.success || !shops.get(shop)) return reply.code(422).send({ error: 'no such shop' });
    for (const id of input.data.ids) {
      const order = orders.get(shop, id);
      if (order) orders.write({ ...order, modified: input.data.at ?? nowSeconds() });
    }
    return reply.send({});
  });

  app.post<Shop>('/:shop/wp-admin/orders/:id/distort', async (request, reply) => {
    const { shop, id } = request.params;
    const input = changed.safeParse(request.body ?? {});
    const order = orders.get(shop, Number(id));
    if (!input.success || !order) return reply.code(422).send({ error: 'no such order' });
    const { distorted, told } = input.data;
    const saved = orders.save({ ...order, doc: { ...order.doc, distorted } });
    if (told) webhooks.fire(shop, 'order.updated', views.order(saved));
    return reply.send({});
  });
}
