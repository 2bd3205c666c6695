import { z } from 'zod';
import { call } from './call.ts';
import { PRODUCT_FEED_FORMATS } from './product-feed-choices.ts';
import { doneSchema, idSchema, timeSchema } from './shapes.ts';

const feedSchema = z
  .object({
    feed_id: idSchema,
    store_id: idSchema,
    store_name: z.string(),
    format: z.enum(PRODUCT_FEED_FORMATS),
    /** Reads the feed without signing in. Rotating it ends the old address. */
    url: z.string(),
    /** null: not refreshed yet. */
    refreshed_at: timeSchema.nullable(),
    /** Variants in the feed. */
    items: z.int(),
    products: z.int(),
    /** Products that are in the store but not in the feed. */
    left_out: z.int(),
    /** Why, for the first of them. */
    problems: z.array(z.object({ product_id: idSchema, title: z.string(), text: z.string() })),
    /** Why the last refresh failed; the feed is that of the refresh before. */
    fault: z.string().nullable(),
    created_at: timeSchema,
  })
  .meta({ id: 'ProductFeed' });
export type ProductFeed = z.output<typeof feedSchema>;

const ofFeed = z.object({ feed_id: idSchema });
const PATH = '/center/products/listings/elastic-products/feeds';

/** Feeds of a store's products for places without a connector. */
export const productFeeds = {
  feeds: call({
    id: 'C072',
    method: 'GET',
    path: PATH,
    access: 'workplace',
    needs: 'products.read',
    summary: "List the product feeds of the workspace's stores.",
    data: z.object({ items: z.array(feedSchema) }),
  }),
  createFeed: call({
    id: 'own',
    method: 'POST',
    path: PATH,
    access: 'workplace',
    needs: 'products.push',
    summary: 'Create a feed of what a store has. A store has one of each format: creating it again returns it.',
    body: z.strictObject({ store_id: idSchema, format: z.enum(PRODUCT_FEED_FORMATS) }),
    data: feedSchema,
    recheck: true,
  }),
  rotateFeed: call({
    id: 'own',
    method: 'POST',
    path: `${PATH}/{feed_id}/rotate`,
    access: 'workplace',
    needs: 'products.push',
    summary: 'Give a feed a new address. The old one stops working.',
    params: ofFeed,
    body: z.strictObject({}),
    data: feedSchema,
    recheck: true,
  }),
  refreshFeed: call({
    id: 'own',
    method: 'POST',
    path: `${PATH}/{feed_id}/refresh`,
    access: 'workplace',
    needs: 'products.push',
    summary: 'Refresh a feed now, instead of within six hours.',
    params: ofFeed,
    body: z.strictObject({}),
    data: doneSchema,
    perMinute: 20,
  }),
  deleteFeed: call({
    id: 'own',
    method: 'DELETE',
    path: `${PATH}/{feed_id}`,
    access: 'workplace',
    needs: 'products.push',
    summary: 'Delete a feed. Its address stops working.',
    params: ofFeed,
    data: doneSchema,
  }),
};
