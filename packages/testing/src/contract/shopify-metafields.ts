import { run } from '@quayside/connector-shopify/client.ts';
import { newToken } from '@quayside/kernel';
import { z } from 'zod';
import type { MetafieldAdmin } from './channel-world.ts';

const userErrors = z.array(z.object({ message: z.string() })).length(0);
const DEFINE = {
  name: 'MerchantDefines',
  data: z.object({ metafieldDefinitionCreate: z.object({ userErrors }) }),
  text: `mutation MerchantDefines($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) { userErrors { message } }
}`,
};
const UNDEFINE = {
  name: 'MerchantUndefines',
  data: z.object({ metafieldDefinitionDelete: z.object({ userErrors }) }),
  text: `mutation MerchantUndefines($identifier: MetafieldDefinitionIdentifierInput!) {
  metafieldDefinitionDelete(identifier: $identifier) { userErrors { message } }
}`,
};
const OF = {
  name: 'MerchantMetafields',
  data: z.object({
    product: z.object({
      metafields: z.object({
        nodes: z.array(z.object({ namespace: z.string(), key: z.string(), value: z.string() })),
      }),
    }),
  }),
  text: 'query MerchantMetafields($id: ID!) { product(id: $id) { metafields(first: 100) { nodes { namespace key value } } } }',
};
const SET = {
  name: 'MerchantSets',
  data: z.object({ metafieldsSet: z.object({ userErrors }) }),
  text: `mutation MerchantSets($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { userErrors { message } }
}`,
};
const DELETE = {
  name: 'MerchantDeletes',
  data: z.object({ metafieldsDelete: z.object({ userErrors }) }),
  text: `mutation MerchantDeletes($metafields: [MetafieldIdentifierInput!]!) {
  metafieldsDelete(metafields: $metafields) { userErrors { message } }
}`,
};

const NAMESPACE = 'custom';

export const shopifyMetafields: MetafieldAdmin = {
  async define({ ctx }, type, validations = []) {
    const key = `m_${newToken(6)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '0')}`;
    const definition = { name: `Merchant ${key}`, namespace: NAMESPACE, key, type, ownerType: 'PRODUCT', validations };
    await run(ctx, DEFINE, { definition });
    return { namespace: NAMESPACE, key };
  },
  async undefine({ ctx }, { namespace, key }) {
    await run(ctx, UNDEFINE, { identifier: { ownerType: 'PRODUCT', namespace, key } });
  },
  async of({ ctx }, id) {
    const { nodes } = (await run(ctx, OF, { id })).product.metafields;
    const theirs = nodes.filter(({ key }) => !key.startsWith('quayside_'));
    return Object.fromEntries(theirs.map(({ namespace, key, value }) => [`${namespace}.${key}`, value]));
  },
  async set({ ctx }, ownerId, field, value) {
    if (value === null) await run(ctx, DELETE, { metafields: [{ ownerId, ...field }] });
    else await run(ctx, SET, { metafields: [{ ownerId, ...field, value }] });
  },
};
