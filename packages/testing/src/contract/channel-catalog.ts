import type { CatalogPage, CatalogProduct, ListingInput } from '@quayside/connector-kit';
import { expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing, toFailure } from './channel-world.ts';

/** More than a page of either platform. */
const MANY = 60;
const AT_ONCE = 6;
const PATIENCE_MS = 240_000;
/** More variants than come with their product. */
const MANY_VARIANTS = 130;

/** All products of a shop, page by page, whatever happens to it in between. */
export function catalogTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency } = under;
  const listProducts = connector.listProducts?.bind(connector);
  if (!listProducts) return;

  const page = (cursor?: string): Promise<CatalogPage> =>
    listProducts(world().ctx, { currency, ...(cursor === undefined ? {} : { cursor }) });
  /** Reads to the end; `between` runs after the first page. */
  async function readAll(between: (first: CatalogPage) => Promise<void> = async () => undefined) {
    const found: CatalogProduct[] = [];
    let next = await page();
    found.push(...next.products);
    await between(next);
    while (next.nextCursor !== undefined) {
      next = await page(next.nextCursor);
      found.push(...next.products);
    }
    return found;
  }
  const made = async (input: ListingInput) => (await connector.createListing(world().ctx, input)).externalProductId;
  const plain = (title: string, more: Partial<ListingInput> = {}) =>
    getListing([], currency, { title, images: [], tags: [], ...more });
  const ids = (found: readonly CatalogProduct[]) => found.map((one) => one.externalProductId);

  test(
    'every product is read once, though others are deleted and made between two pages',
    async () => {
      const before: string[] = [];
      for (let at = 0; at < MANY; at += AT_ONCE)
        before.push(
          ...(await Promise.all(Array.from({ length: AT_ONCE }, (_none, n) => made(plain(`Paged ${at + n}`))))),
        );
      const whole = await readAll();
      expect(new Set(ids(whole)).size).toBe(whole.length);
      expect(before.filter((id) => !ids(whole).includes(id))).toEqual([]);
      let fresh = '';
      const gone: string[] = [];
      const found = await readAll(async (first) => {
        const seen = ids(first.products).filter((id) => before.includes(id));
        gone.push(...seen.slice(0, 3), ...before.slice(-1));
        for (const id of gone) await connector.deleteListing(world().ctx, id);
        fresh = await made(plain('Made meanwhile'));
      });
      expect(new Set(ids(found)).size).toBe(found.length);
      expect(before.filter((id) => !gone.includes(id) && !ids(found).includes(id))).toEqual([]);
      expect(ids(found)).toContain(fresh);
      expect(ids(found)).not.toContain(before.at(-1));
    },
    PATIENCE_MS,
  );

  test(
    'a product comes with all its variants, and with what the shop holds of it',
    async () => {
      const values = Array.from({ length: MANY_VARIANTS }, (_none, at) => `V${at}`);
      const input = getListing([{ name: 'Shade', values }], currency, {
        title: 'Many shades',
        status: 'draft',
        tags: ['clay'],
        productType: 'Bowls',
        images: [{ url: world().pictureUrl('shades'), alt: 'From above' }],
      });
      const id = await made(input);
      const find = async () => (await readAll()).find((one) => one.externalProductId === id);
      await expect.poll(async () => (await find())?.images.length, { timeout: PATIENCE_MS / 2 }).toBe(1);
      const found = await find();
      expect(found).toMatchObject({
        ref: input.ref,
        title: 'Many shades',
        status: 'draft',
        tags: ['clay'],
        productType: 'Bowls',
        images: [{ alt: 'From above' }],
        holds: { product: { title: 'Many shades', status: 'draft' } },
      });
      expect(found?.options).toEqual([{ name: 'Shade', values }]);
      expect(found?.variants.map(({ optionValues, price, sku }) => ({ optionValues, price, sku }))).toEqual(
        input.variants.map(({ optionValues, price, sku }) => ({ optionValues, price, sku })),
      );
      const [first] = found?.variants ?? [];
      expect(found?.holds.variants[first?.externalVariantId ?? '']).toMatchObject({
        price: input.variants[0]?.price.amount,
        sku: input.variants[0]?.sku,
      });
    },
    PATIENCE_MS,
  );

  test('a shop that has had enough says so', async () => {
    await world().fault('status-429', { match: under.platform === 'shopify' ? 'graphql' : 'products' }, { times: 1 });
    expect((await toFailure(page())).kind).toBe('rate-limited');
    await expect(page()).resolves.toBeDefined();
  });

  test('keys that are refused in the middle are told as such', async () => {
    const { nextCursor } = await page();
    const ctx = world().context({ credentials: under.wrongCredentials });
    const failure = await toFailure(listProducts(ctx, { currency, ...(nextCursor ? { cursor: nextCursor } : {}) }));
    expect(failure.kind).toBe('auth');
  });
}
