import { run } from '@quayside/connector-shopify/client.ts';
import { newToken } from '@quayside/kernel';
import { z } from 'zod';
import type { Shelves } from './channel-world.ts';

const userErrors = z.array(z.object({ message: z.string() })).length(0);
const OF = {
  name: 'ShelvesOf',
  data: z.object({ product: z.object({ collections: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }) }),
  text: 'query ShelvesOf($id: ID!) { product(id: $id) { collections(first: 50) { nodes { id } } } }',
};
const CHANGE = {
  name: 'ShelvesChange',
  data: z.object({ productUpdate: z.object({ userErrors }) }),
  text: 'mutation ShelvesChange($product: ProductUpdateInput!) { productUpdate(product: $product) { userErrors { message } } }',
};
const MAKE = {
  name: 'ShelvesMake',
  data: z.object({ collectionCreate: z.object({ collection: z.object({ id: z.string() }), userErrors }) }),
  text: `mutation ShelvesMake($collection: CollectionCreateInput!) {
  collectionCreate(collection: $collection) { collection { id } userErrors { message } }
}`,
};
const REMOVE = {
  name: 'ShelvesRemove',
  data: z.object({ collectionDelete: z.object({ userErrors }) }),
  text: 'mutation ShelvesRemove($input: CollectionDeleteInput!) { collectionDelete(input: $input) { userErrors { message } } }',
};

export const shopifyShelves: Shelves = {
  of: async ({ ctx }, id) => (await run(ctx, OF, { id })).product.collections.nodes.map((one) => one.id),
  async change({ ctx }, id, { add, remove }) {
    await run(ctx, CHANGE, { product: { id, collectionsToJoin: add, collectionsToLeave: remove } });
  },
  make: async ({ ctx }) =>
    (await run(ctx, MAKE, { collection: { title: `Merchant ${newToken(4)}` } })).collectionCreate.collection.id,
  async remove({ ctx }, id) {
    await run(ctx, REMOVE, { input: { id } });
  },
};
