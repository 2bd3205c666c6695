import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Shopify } from './call.ts';
import type { ProductDoc } from './model.ts';
import { saveProduct } from './product-set.ts';
import { findShop } from './seed.ts';

const wanted = z.strictObject({
  /** The number of the product that is copied. */
  from: z.number().int(),
  count: z.number().int().min(1).max(5000),
});

/** A copy with ids, a title, a handle and SKUs of its own, and without metafields of the type id, whose values are unique. */
function copyOf({ store }: Pick<Shopify, 'store'>, product: ProductDoc, n: number): ProductDoc {
  return {
    ...product,
    id: store.next(),
    title: `${product.title} ${n}`,
    handle: `${product.handle}-${n}`,
    metafields: product.metafields.filter((field) => field.type !== 'id'),
    variants: product.variants.map((variant) => ({
      ...variant,
      id: store.next(),
      itemId: store.next(),
      sku: variant.sku && `${variant.sku}-${n}`,
    })),
    media: product.media.map((file) => ({ ...file, id: store.next() })),
  };
}

/** What an app does that brings a whole catalogue into a shop: writes many products, of which no webhook tells. */
export function addImporter(app: FastifyInstance, { store, world }: Shopify): void {
  app.post<{ Params: { shop: string } }>('/:shop/admin/import-products', async (request, reply) => {
    const seed = findShop(request.params.shop);
    const input = wanted.safeParse(request.body ?? {});
    const source = input.success && seed ? store.get(seed.shop, 'product', input.data.from) : undefined;
    if (!input.success || !seed || !source) return reply.code(422).send({ errors: 'no such shop or product' });
    const ids = world.transaction(() =>
      Array.from({ length: input.data.count }, (_nothing, at) => {
        const copy = copyOf({ store }, source, at + 1);
        saveProduct({ seed, store }, copy);
        return copy.id;
      }),
    );
    return reply.code(201).send({ ids });
  });
}
