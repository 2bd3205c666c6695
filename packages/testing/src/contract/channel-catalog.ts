import type { CatalogItem, CatalogPage, CatalogProduct, ListingInput } from '@quayside/connector-kit';
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

  const search = async (keyword: string): Promise<CatalogItem[]> => {
    const found: CatalogItem[] = [];
    let cursor: string | undefined;
    do {
      const next = await connector.searchProducts?.(world().ctx, {
        keyword,
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (!next) throw new Error('a channel that lists products searches them');
      found.push(...next.items);
      cursor = next.nextCursor;
    } while (cursor !== undefined);
    return found;
  };

  test(
    'products are found by words of their title and by whole SKUs, of variants too',
    async () => {
      const [single, shaded, other] = [
        plain('Copper "Kettle" (large)', { status: 'draft', images: [{ url: world().pictureUrl('kettle') }] }),
        getListing([{ name: 'Shade', values: ['Ash', 'Rust'] }], currency, { title: 'Kettle stand', tags: [] }),
        plain('Plain tray'),
      ];
      const ids = { single: await made(single), shaded: await made(shaded), other: await made(other) };
      await expect
        .poll(async () => (await search('copper kettle'))[0]?.imageUrl, { timeout: PATIENCE_MS / 2 })
        .toMatch(/^http/);
      const found = await search('copper kettle');
      expect(found).toMatchObject([
        {
          externalProductId: ids.single,
          ref: single.ref,
          title: 'Copper "Kettle" (large)',
          sku: single.variants[0]?.sku,
          variants: 1,
          status: 'draft',
        },
      ]);
      const kettles = (await search('Kettle')).map((one) => one.externalProductId);
      expect(kettles).toEqual(expect.arrayContaining([ids.single, ids.shaded]));
      expect(kettles).not.toContain(ids.other);
      const bySku = await search(` ${shaded.variants[1]?.sku} `);
      expect(bySku).toMatchObject([{ externalProductId: ids.shaded, sku: '', variants: 2 }]);
      expect(await search('"no, such*" (product) OR')).toEqual([]);
      const everything = new Set((await search('')).map((one) => one.externalProductId));
      expect([...everything]).toEqual(expect.arrayContaining(Object.values(ids)));
    },
    PATIENCE_MS,
  );

  test(
    'products are read by id; deleted ones are left out',
    async () => {
      const ids = [await made(plain('Read by id')), await made(plain('Read with it')), await made(plain('Deleted'))];
      await connector.deleteListing(world().ctx, ids[2] ?? '');
      const read = await connector.getProducts?.(world().ctx, { currency, externalProductIds: ids });
      expect(read?.refused).toEqual([]);
      expect(read?.products.map(({ externalProductId }) => externalProductId).toSorted()).toEqual(
        ids.slice(0, 2).toSorted(),
      );
      const whole = await readAll();
      expect(whole).toEqual(expect.arrayContaining(read?.products ?? []));
      expect(await connector.getProducts?.(world().ctx, { currency, externalProductIds: [] })).toEqual({
        products: [],
        refused: [],
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
