import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ShopRefusal, type ShopWindow } from '../core/world.ts';
import { addShopPages, type FindShop, type ShopParams } from './page-routes.ts';

const shopperOrder = z.object({
  email: z.string().min(3),
  firstName: z.string().min(1),
  company: z.string().optional(),
  lastName: z.string().min(1),
  address1: z.string().min(1),
  address2: z.string().optional(),
  city: z.string().min(1),
  province: z.string().optional(),
  postalCode: z.string().min(1),
  countryCode: z.string().length(2),
  phone: z.string().optional(),
  locale: z.string().max(35).optional(),
  lines: z
    .array(z.object({ productId: z.string(), variantId: z.string(), quantity: z.number().int().min(1).max(999) }))
    .min(1),
});

/** The shop windows under /shop/{platform}/{shop}: pages for a shopper, and the same purchase as JSON for tests. */
export function addShopWindows(app: FastifyInstance, windows: () => ShopWindow[]): void {
  type Params = ShopParams;
  const find: FindShop = (params) => {
    const window = windows().find((candidate) => candidate.platform === params.platform);
    const shop = window?.shops().find((candidate) => candidate.shop === params.shop);
    return window && shop ? { window, shop } : undefined;
  };
  app.get<{ Params: Params }>('/:platform/:shop/products.json', async (request, reply) => {
    const found = find(request.params);
    if (!found) return reply.code(404).send({ error: 'no such shop' });
    return { shop: found.shop, products: await found.window.products(found.shop.shop) };
  });
  app.post<{ Params: Params }>('/:platform/:shop/orders', async (request, reply) => {
    const found = find(request.params);
    if (!found) return reply.code(404).send({ error: 'no such shop' });
    const order = shopperOrder.safeParse(request.body);
    if (!order.success) return reply.code(422).send({ error: z.prettifyError(order.error) });
    try {
      return reply.code(201).send(await found.window.buy(found.shop.shop, order.data));
    } catch (error) {
      if (error instanceof ShopRefusal) return reply.code(409).send({ error: error.message });
      throw error;
    }
  });
  addShopPages(app, find);
}
