import { run } from '@quayside/connector-shopify/client.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { ChannelWorld, Merchant } from './channel-world.ts';

const userErrors = z.array(z.object({ message: z.string() })).length(0);
const node = z.object({ id: z.string() });
const product = z.object({
  product: z.object({
    title: z.string(),
    tags: z.array(z.string()),
    productType: z.string(),
    options: z.array(z.object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) })),
    media: z.object({ nodes: z.array(node.extend({ status: z.string(), alt: z.string().nullable() })) }),
    variants: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          sku: z.string(),
          compareAtPrice: z.string().nullable(),
          selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
          media: z.object({ nodes: z.array(node) }),
        }),
      ),
    }),
  }),
});
const READ = {
  name: 'MerchantRead',
  data: product,
  text: `query MerchantRead($id: ID!) {
  product(id: $id) {
    title tags productType options(first: 3) { name optionValues { name } }
    media(first: 50) { nodes { id status alt } }
    variants(first: 50) { nodes { id sku compareAtPrice selectedOptions { name value } media(first: 1) { nodes { id } } } }
  }
}`,
};
const SET = {
  name: 'MerchantSet',
  data: z.object({ productSet: z.object({ userErrors }) }),
  text: `mutation MerchantSet($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) { userErrors { message } }
}`,
};
const PICTURE = {
  name: 'MerchantPicture',
  data: z.object({ productVariantsBulkUpdate: z.object({ userErrors }) }),
  text: `mutation MerchantPicture($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { message } }
}`,
};

/** The product once Shopify has all its pictures. */
async function read({ ctx }: ChannelWorld, id: string): Promise<z.output<typeof product>['product']> {
  let found = (await run(ctx, READ, { id })).product;
  await expect
    .poll(
      async () => {
        found = (await run(ctx, READ, { id })).product;
        return found.media.nodes.every(({ status }) => status === 'READY');
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  return found;
}

const set = ({ ctx }: ChannelWorld, id: string, input: object) => run(ctx, SET, { identifier: { id }, input });

const itemOf = (hsCode?: string, weight?: string) => {
  const item = {
    ...(hsCode ? { harmonizedSystemCode: hsCode } : {}),
    ...(weight ? { measurement: { weight: { unit: 'KILOGRAMS', value: Number(weight) } } } : {}),
  };
  return Object.keys(item).length > 0 ? { inventoryItem: item } : {};
};

export const shopifyMerchant: Merchant = {
  async adds(world, id, { option, sku, picture }) {
    await this.discounts(world, id);
    const there = await read(world, id);
    const kept = there.variants.nodes.map((variant) => ({
      id: variant.id,
      optionValues: [
        ...variant.selectedOptions.map(({ name, value }) => ({ optionName: name, name: value })),
        { optionName: 'Material', name: 'Oak' },
      ],
    }));
    const optionValues = [
      { optionName: option, name: 'Gold' },
      { optionName: 'Material', name: 'Ash' },
    ];
    await set(world, id, {
      tags: [...there.tags, 'theirs'],
      productType: 'Theirs',
      productOptions: [
        ...there.options.map(({ name, optionValues: values }) => ({
          name,
          values: name === option ? [...values, { name: 'Gold' }] : values,
        })),
        { name: 'Material', values: [{ name: 'Oak' }, { name: 'Ash' }] },
      ],
      variants: [...kept, { sku, price: '99.00', optionValues }],
      files: [...there.media.nodes.map(({ id: file }) => ({ id: file })), { originalSource: picture }],
    });
    await read(world, id);
  },
  async discounts(world, id) {
    const there = await read(world, id);
    await set(world, id, {
      productOptions: there.options.map(({ name, optionValues: values }) => ({ name, values })),
      variants: there.variants.nodes.map((variant) => ({
        id: variant.id,
        optionValues: variant.selectedOptions.map(({ name, value }) => ({ optionName: name, name: value })),
        compareAtPrice: '95.00',
      })),
    });
  },
  async pictures(world, id, sku, picture) {
    const there = await read(world, id);
    await set(world, id, {
      files: [...there.media.nodes.map(({ id: file }) => ({ id: file })), { originalSource: picture }],
    });
    const { media, variants } = await read(world, id);
    const change = {
      id: variants.nodes.find((variant) => variant.sku === sku)?.id,
      mediaId: media.nodes.at(-1)?.id,
    };
    await run(world.ctx, PICTURE, { productId: id, variants: [change] });
  },
  async edits(world, id, { title, description, price, seo, hsCode, weight, barcode }) {
    const there = await read(world, id);
    await set(world, id, {
      title,
      descriptionHtml: description,
      ...(seo ? { seo } : {}),
      productOptions: there.options.map(({ name, optionValues: values }) => ({ name, values })),
      variants: there.variants.nodes.map((variant, at) => ({
        id: variant.id,
        optionValues: variant.selectedOptions.map(({ name, value }) => ({ optionName: name, name: value })),
        ...(at === 0 ? { price, ...(barcode ? { barcode } : {}), ...itemOf(hsCode, weight) } : {}),
      })),
    });
  },
  async sees(world, id) {
    const there = await read(world, id);
    return {
      tags: [...there.tags].sort(),
      categories: [there.productType],
      options: Object.fromEntries(
        there.options.map(({ name, optionValues }) => [name, optionValues.map((value) => value.name)]),
      ),
      skus: there.variants.nodes.map(({ sku }) => sku).sort(),
      sales: Object.fromEntries(
        there.variants.nodes.flatMap(({ compareAtPrice: price, sku }) => (price ? [[sku, price]] : [])),
      ),
      images: there.media.nodes.map((media) => media.id),
      alts: there.media.nodes.map((media) => media.alt ?? ''),
      pictures: Object.fromEntries(
        there.variants.nodes.flatMap(({ sku, media: { nodes } }) => (nodes[0] ? [[sku, nodes[0].id]] : [])),
      ),
    };
  },
};
