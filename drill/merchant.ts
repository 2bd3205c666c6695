import { type ConnectorContext, createGuardedHttp } from '@quayside/connector-kit';
import { run } from '@quayside/connector-shopify/client.ts';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { systemClock } from '@quayside/kernel';
import { folderSecrets } from '@quayside/sandbox';
import type { ChannelWorld } from '@quayside/testing/contract/channel-world.ts';
import { woocommerceMerchant } from '@quayside/testing/contract/woocommerce-merchant.ts';
import type { SandboxClient } from '@quayside/testing/sandbox-client.ts';
import { z } from 'zod';
import { SHOPS, type StoreKey } from './shop-world.ts';

export type Platform = keyof typeof SHOPS;

/** A product in a shop's own books. */
interface ShopProduct {
  /** As connectors name it. */
  id: string;
  /** Grows from product to product. */
  number: number;
  title: string;
  variants: number;
  /** Changes when anything that the books tell of the product does. */
  mark: string;
}

/** What a merchant wrote over a product. The price is the first variant's. */
export interface Edit {
  title: string;
  description: string;
  price: string;
}

export interface MerchantAtWork {
  /** The shop's products, or those with a higher number. */
  products(after?: number): Promise<ShopProduct[]>;
  edit(id: string, edit: Edit): Promise<void>;
  read(id: string): Promise<Edit>;
}

const wooBook = z.object({
  products: z.array(z.looseObject({ id: z.number(), name: z.string(), variations: z.number() })),
});
const wooProduct = z.object({ name: z.string(), description: z.string() });
const wooVariations = z.array(z.object({ id: z.number(), regular_price: z.string() }));

function woocommerce(sandbox: SandboxClient, ctx: ConnectorContext): MerchantAtWork {
  const world = { ctx } as ChannelWorld;
  return {
    async products(after = 0) {
      const book = await sandbox.book('woocommerce', `?shop=${SHOPS.woocommerce}&after=${after}`);
      return wooBook.parse(book).products.map((one) => ({
        id: String(one.id),
        number: one.id,
        title: one.name,
        variants: one.variations,
        mark: JSON.stringify(one),
      }));
    },
    edit: (id, edit) => woocommerceMerchant.edits(world, id, edit),
    async read(id) {
      const client = createClient(ctx);
      const { name, description } = await client.get({ path: `products/${id}`, shape: wooProduct });
      const variations = await client.get({ path: `products/${id}/variations`, shape: wooVariations });
      const [first] = variations.toSorted((a, b) => a.id - b.id);
      return { title: name, description: description.trim(), price: first?.regular_price ?? '' };
    },
  };
}

const shopifyBook = z.object({
  shops: z.array(
    z.object({
      products: z.array(z.looseObject({ id: z.string(), title: z.string(), variants: z.array(z.unknown()) })),
    }),
  ),
});
const READ = {
  name: 'DrillRead',
  data: z.object({
    product: z.object({
      title: z.string(),
      descriptionHtml: z.string(),
      options: z.array(z.object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) })),
      variants: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            price: z.string(),
            selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
          }),
        ),
      }),
    }),
  }),
  text: `query DrillRead($id: ID!) {
  product(id: $id) {
    title descriptionHtml options(first: 3) { name optionValues { name } }
    variants(first: 50) { nodes { id price selectedOptions { name value } } }
  }
}`,
};
const SET = {
  name: 'DrillSet',
  data: z.object({ productSet: z.object({ userErrors: z.array(z.object({ message: z.string() })).length(0) }) }),
  text: `mutation DrillSet($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) { userErrors { message } }
}`,
};

function shopify(sandbox: SandboxClient, ctx: ConnectorContext): MerchantAtWork {
  return {
    async products(after = 0) {
      const book = await sandbox.book('shopify', `?shop=${SHOPS.shopify}&after=${after}`);
      return shopifyBook
        .parse(book)
        .shops.flatMap(({ products }) => products)
        .map((one) => ({
          id: one.id,
          number: Number(one.id.split('/').at(-1)),
          title: one.title,
          variants: one.variants.length,
          mark: JSON.stringify(one),
        }));
    },
    // Whether Shopify has the product's pictures yet or not.
    async edit(id, { title, description, price }) {
      const { options, variants } = (await run(ctx, READ, { id })).product;
      const input = {
        title,
        descriptionHtml: description,
        productOptions: options.map(({ name, optionValues: values }) => ({ name, values })),
        variants: variants.nodes.map((variant, at) => ({
          id: variant.id,
          optionValues: variant.selectedOptions.map(({ name, value }) => ({ optionName: name, name: value })),
          ...(at === 0 ? { price } : {}),
        })),
      };
      await run(ctx, SET, { identifier: { id }, input });
    },
    async read(id) {
      const { descriptionHtml: description, title, variants } = (await run(ctx, READ, { id })).product;
      return { title, description, price: variants.nodes[0]?.price ?? '' };
    },
  };
}

/** The merchants of both shops, each with a key of their own: what they do costs none of the points of Quayside's app. */
export function merchantsOf(
  sandbox: SandboxClient,
  sandboxDir: string,
  key: StoreKey,
): Record<Platform, MerchantAtWork> {
  const http = createGuardedHttp({ allowHosts: () => [new URL(sandbox.url).host] });
  const context = (baseUrl: string, credentials: Record<string, string>): ConnectorContext => ({
    http,
    clock: systemClock,
    baseUrl,
    credentials,
    saveCredentials: async () => undefined,
  });
  return {
    woocommerce: woocommerce(
      sandbox,
      context(`${sandbox.url}/woo/${SHOPS.woocommerce}`, {
        consumerKey: key.consumer_key,
        consumerSecret: key.consumer_secret,
      }),
    ),
    shopify: shopify(
      sandbox,
      context(`${sandbox.url}/shopify/${SHOPS.shopify}`, {
        accessToken: folderSecrets(sandboxDir).shopToken(SHOPS.shopify),
      }),
    ),
  };
}
