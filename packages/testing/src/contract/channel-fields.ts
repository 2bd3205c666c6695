import {
  type ConnectorContext,
  type KeptFields,
  type ListingInput,
  type ListingToRead,
  NOTHING_KEPT,
  type StoreFields,
} from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { describe, expect, test } from 'vitest';
import { newGtin } from '../new-gtin.ts';
import { type ChannelUnderTest, type ChannelWorld, getListing } from './channel-world.ts';

const COLORS = { name: 'Colour', values: ['Sand', 'Slate'] };

/** Fields that a merchant edits in the shop: what is read of them, and what an update leaves alone. */
export function fieldTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency } = under;
  const { merchant } = under;
  const readListings = connector.readListings?.bind(connector);
  if (!merchant || !readListings) return;

  const toRead = (id: string, input: ListingInput, variants: { ref: string; externalVariantId: string }[]) =>
    ({
      externalProductId: id,
      currency: input.variants[0]?.price.currency ?? currency,
      variants,
    }) satisfies ListingToRead;
  const pushed = async (options: { name: string; values: string[] }[], more: Partial<ListingInput> = {}) => {
    const input = getListing(options, currency, { vendor: 'Ours', ...more });
    const listed = await connector.createListing(world().ctx, input);
    const listing = toRead(listed.externalProductId, input, listed.variants);
    const held = async () => (await readListings(world().ctx, [listing])).get(listing.externalProductId);
    return { id: listed.externalProductId, input, listed, listing, held };
  };
  /** Keeps what the merchant changed against what the store held before. */
  const keepChanged =
    (before: StoreFields) =>
    (now: StoreFields): KeptFields => ({
      product: new Set(
        (Object.keys(now.product) as (keyof StoreFields['product'])[]).filter(
          (field) => now.product[field] !== before.product[field],
        ),
      ),
      variants: new Map(
        Object.entries(now.variants).map(([ref, fields]) => [
          ref,
          new Set(
            (Object.keys(fields) as (keyof typeof fields)[]).filter(
              (field) => fields[field] !== before.variants[ref]?.[field],
            ),
          ),
        ]),
      ),
    });
  const priced = (input: ListingInput, amount: number): ListingInput => ({
    ...input,
    variants: input.variants.map((variant) => ({ ...variant, price: money(amount, currency) })),
  });

  describe.each([
    ['with options', [COLORS]],
    ['without options', []],
  ])('the fields of a product %s', (_which, options) => {
    test('are answered by a write as they are read later', async () => {
      const { id, input, listed, held } = await pushed(options);
      expect(listed.holds?.product).toMatchObject({ title: input.title, status: 'active' });
      expect(listed.holds?.variants[input.variants[0]?.ref ?? '']).toMatchObject({
        price: input.variants[0]?.price.amount,
        compareAtPrice: null,
        sku: input.variants[0]?.sku,
      });
      const read = await held();
      expect(read?.product).toEqual(listed.holds?.product);
      for (const { ref } of input.variants) {
        // Customs data and weights may cost more to read than the rest, so only writes answer them.
        const {
          hsCode: _hsCode,
          originCountry: _originCountry,
          weightGrams,
          ...others
        } = listed.holds?.variants[ref] ?? {};
        expect(read?.variants[ref]).toMatchObject(others);
        expect([undefined, weightGrams]).toContain(read?.variants[ref]?.weightGrams);
      }
      const changed = priced({ ...input, title: 'Another', descriptionHtml: 'Plain words', status: 'draft' }, 4_200);
      const { holds } = await connector.updateListing(world().ctx, id, changed);
      expect(holds?.product).toMatchObject({ title: 'Another', status: 'draft' });
      expect((await held())?.product).toEqual(holds?.product);
      expect((await held())?.variants[input.variants[0]?.ref ?? '']?.price).toBe(4_200);
    });

    test('stay as the merchant has them where they are kept, and only there', async () => {
      const { id, input, listed, held } = await pushed(options);
      const [first, second] = input.variants;
      await merchant.edits(world(), id, { title: 'Theirs', description: '<p>Their words.</p>', price: '77.70' });
      const theirs = await held();
      expect(theirs?.product.title).toBe('Theirs');
      expect(theirs?.variants[first?.ref ?? '']?.price).toBe(7_770);
      let asked: StoreFields | undefined;
      const again = priced(
        { ...input, title: 'Ours II', descriptionHtml: '<p>Our words.</p>', status: 'draft' },
        5_500,
      );
      const done = await connector.updateListing(world().ctx, id, again, (now) => {
        asked = now;
        return keepChanged(listed.holds ?? { product: {}, variants: {} })(now);
      });
      expect(asked?.product).toEqual(theirs?.product);
      const after = await held();
      expect(after?.product).toEqual({ ...theirs?.product, status: 'draft' });
      expect(done.holds?.product).toEqual(after?.product);
      expect(after?.variants[first?.ref ?? '']?.price).toBe(7_770);
      if (second) expect(after?.variants[second.ref]?.price).toBe(5_500);
    });

    test('are all written where nothing is kept', async () => {
      const { id, input, held } = await pushed(options);
      await merchant.edits(world(), id, { title: 'Theirs', description: '<p>Their words.</p>', price: '77.70' });
      await connector.updateListing(world().ctx, id, input);
      expect((await held())?.product.title).toBe(input.title);
      expect((await held())?.variants[input.variants[0]?.ref ?? '']?.price).toBe(input.variants[0]?.price.amount);
    });
  });

  /** A context whose requests are counted; one that is sent again because the shop limited its rate is the same request. */
  const counting = () => {
    const { ctx } = world();
    const requests = new Set<string>();
    const counted: ConnectorContext = {
      ...ctx,
      http: {
        ...ctx.http,
        send(request) {
          requests.add(`${request.method} ${request.url} ${request.body ?? ''}`);
          return ctx.http.send(request);
        },
      },
    };
    return { ctx: counted, calls: () => requests.size };
  };

  test('50 listings are read in one call, whether the shop has all of them or not', async () => {
    const there = await pushed([]);
    const gone = Array.from({ length: 49 }, (_nothing, n) => ({
      ...there.listing,
      externalProductId: there.id.replace(/\d+$/, String(9_100_000_000_000 + n)),
    }));
    const { ctx, calls } = counting();
    const found = await readListings(ctx, [there.listing, ...gone]);
    expect([...found.keys()]).toEqual([there.id]);
    expect(calls()).toBe(1);
  });

  test('an update costs no more calls when what the merchant changed is kept', async () => {
    const { id, input } = await pushed([COLORS]);
    const count = async (...choose: [] | [() => KeptFields]): Promise<number> => {
      const { ctx, calls } = counting();
      await connector.updateListing(ctx, id, input, ...choose);
      return calls();
    };
    // The first update finds out what later ones know.
    await count();
    expect(await count(() => NOTHING_KEPT)).toBe(await count());
  });

  /** A context in which the merchant rewrites the title as soon as our first write of a product has been answered. */
  const interrupted = () => {
    const { ctx } = world();
    const { match, matchBody = '' } = under.calls.createProduct;
    const write = new RegExp(`${match}|PUT .*/products/\\d+`);
    let id: string | undefined;
    const http: ConnectorContext['http'] = {
      async send(request) {
        const response = await ctx.http.send(request);
        const isWrite =
          write.test(`${request.method} ${request.url}`) && new RegExp(matchBody).test(String(request.body));
        const made = isWrite && !id && /gid:\/\/shopify\/Product\/\d+|(?<="id":)\d+/.exec(response.text)?.[0];
        if (made) {
          id = made;
          await merchant.edits(world(), made, { title: 'Theirs', description: '<p>Their words.</p>', price: '77.70' });
        }
        return response;
      },
    };
    return { ctx: { ...ctx, http }, id: () => id };
  };

  test('what the merchant writes while a push is under way is never taken for the answer to the push', async () => {
    const input = getListing([COLORS], currency);
    const creating = interrupted();
    const listed = await connector.createListing(creating.ctx, input);
    expect(listed.externalProductId).toBe(creating.id());
    expect(listed.holds?.product.title).toBe(input.title);
    const { externalProductId: id, variants } = listed;
    const held = async () => (await readListings(world().ctx, [toRead(id, input, variants)])).get(id);
    expect((await held())?.product.title).toBe('Theirs');
    const updating = interrupted();
    const updated = await connector.updateListing(updating.ctx, id, { ...input, title: 'Ours again' });
    expect(updating.id()).toBe(id);
    expect(updated.holds?.product.title).toBe('Ours again');
    expect((await held())?.product.title).toBe('Theirs');
  });

  test('a price that the merchant changed stays while our compare-at price is written', async () => {
    const { id, input, held } = await pushed([COLORS]);
    const [first] = input.variants;
    if (!first) throw new Error('a variant');
    await merchant.edits(world(), id, { title: input.title, description: '', price: '21.00' });
    const compared = {
      ...input,
      variants: input.variants.map((one) => ({ ...one, compareAtPrice: money(9_900, currency) })),
    };
    await connector.updateListing(world().ctx, id, compared, () => ({
      product: new Set(),
      variants: new Map([[first.ref, new Set(['price'] as const)]]),
    }));
    expect((await held())?.variants[first.ref]).toMatchObject({ price: 2_100, compareAtPrice: 9_900 });
  });

  test.runIf(connector.capabilities.seo && connector.capabilities.customs)(
    'SEO texts and customs data are written, cleared where we had them, and stay where the merchant has their own',
    async () => {
      const withTexts = (input: ListingInput, title: string, description: string, hsCode: string): ListingInput => ({
        ...input,
        seo: { title, description },
        variants: input.variants.map((one) => ({ ...one, customs: { hsCode, originCountry: hsCode ? 'VN' : '' } })),
      });
      const input = withTexts(getListing([COLORS], currency), 'Page', 'Meta', '691110');
      const [first, second] = input.variants;
      const listed = await connector.createListing(world().ctx, input);
      expect(listed.holds?.product).toMatchObject({ seoTitle: 'Page', seoDescription: 'Meta' });
      expect(listed.holds?.variants[first?.ref ?? '']).toMatchObject({ hsCode: '691110', originCountry: 'VN' });
      await merchant.edits(world(), listed.externalProductId, {
        title: input.title,
        description: input.descriptionHtml,
        price: '20.00',
        seo: { title: 'Theirs', description: 'Meta' },
        hsCode: '691200',
      });
      const cleared = withTexts(input, '', '', '');
      const { holds } = await connector.updateListing(
        world().ctx,
        listed.externalProductId,
        cleared,
        keepChanged(listed.holds ?? { product: {}, variants: {} }),
      );
      expect(holds?.product).toMatchObject({ seoTitle: 'Theirs', seoDescription: '' });
      expect(holds?.variants[first?.ref ?? '']).toMatchObject({ hsCode: '691200', originCountry: '' });
      expect(holds?.variants[second?.ref ?? '']).toMatchObject({ hsCode: '', originCountry: '' });
      const read = await readListings(world().ctx, [toRead(listed.externalProductId, input, listed.variants)]);
      expect(read.get(listed.externalProductId)?.product).toMatchObject({ seoTitle: 'Theirs', seoDescription: '' });
    },
  );

  test.runIf(connector.capabilities.barcodes).each([
    ['with options', [COLORS]],
    ['without options', []],
  ])(
    'a barcode of a product %s is written, stays where the merchant has their own, and is cleared where we had one',
    async (_which, options) => {
      const coded = (input: ListingInput, codes: readonly string[]): ListingInput => ({
        ...input,
        variants: input.variants.map((one, at) => ({ ...one, barcode: codes[at] ?? '' })),
      });
      const input = coded(getListing(options, currency), [newGtin(), newGtin()]);
      const [first, second] = input.variants;
      const listed = await connector.createListing(world().ctx, input);
      const id = listed.externalProductId;
      expect(listed.holds?.variants[first?.ref ?? '']?.barcode).toBe(first?.barcode);
      const theirs = newGtin();
      await merchant.edits(world(), id, {
        title: input.title,
        description: input.descriptionHtml,
        price: '20.00',
        barcode: theirs,
      });
      const ours = coded(input, [newGtin(), newGtin()]);
      const updated = await connector.updateListing(
        world().ctx,
        id,
        ours,
        keepChanged(listed.holds ?? { product: {}, variants: {} }),
      );
      expect(updated.holds?.variants[first?.ref ?? '']?.barcode).toBe(theirs);
      if (second) expect(updated.holds?.variants[second.ref]?.barcode).toBe(ours.variants[1]?.barcode);
      // Without a barcode of ours, a kept one stays, and one of ours goes.
      const { holds } = await connector.updateListing(world().ctx, id, coded(input, []), () => ({
        product: new Set(),
        variants: new Map([[first?.ref ?? '', new Set(['barcode'] as const)]]),
      }));
      expect(holds?.variants[first?.ref ?? '']?.barcode).toBe(theirs);
      if (second) expect(holds?.variants[second.ref]?.barcode).toBe('');
      const read = await readListings(world().ctx, [toRead(id, input, listed.variants)]);
      expect(read.get(id)?.variants[first?.ref ?? '']?.barcode).toBe(theirs);
    },
  );

  test('a product that says nothing of barcodes leaves those of the store alone', async () => {
    const { id, input, held } = await pushed([COLORS]);
    const theirs = newGtin();
    await merchant.edits(world(), id, {
      title: input.title,
      description: input.descriptionHtml,
      price: '20.00',
      barcode: theirs,
    });
    await connector.updateListing(world().ctx, id, input);
    expect((await held())?.variants[input.variants[0]?.ref ?? '']?.barcode).toBe(theirs);
  });

  test('a weight is written, stays where the merchant has their own, and is cleared where we had one', async () => {
    const weighing = (input: ListingInput, weightGrams: number | null): ListingInput => ({
      ...input,
      variants: input.variants.map((one) => ({ ...one, weightGrams })),
    });
    const input = weighing(getListing([COLORS], currency), 420);
    const [first, second] = input.variants.map(({ ref }) => ref);
    const listed = await connector.createListing(world().ctx, input);
    const id = listed.externalProductId;
    expect(listed.holds?.variants[first ?? '']?.weightGrams).toBe(420);
    await merchant.edits(world(), id, {
      title: input.title,
      description: input.descriptionHtml,
      price: '20.00',
      weight: '3',
    });
    let before: StoreFields | undefined;
    const keepFirst = (): KeptFields => ({
      product: new Set(),
      variants: new Map([[first ?? '', new Set(['weightGrams'] as const)]]),
    });
    const { holds } = await connector.updateListing(world().ctx, id, weighing(input, 800), (now) => {
      before = now;
      return keepFirst();
    });
    const theirs = before?.variants[first ?? '']?.weightGrams;
    expect(theirs).toBeGreaterThan(1_000);
    expect(before?.variants[second ?? '']?.weightGrams).toBe(420);
    expect(holds?.variants[first ?? '']?.weightGrams).toBe(theirs);
    expect(holds?.variants[second ?? '']?.weightGrams).toBe(800);
    await connector.updateListing(world().ctx, id, weighing(input, null), (now) => {
      expect(now.variants[first ?? '']?.weightGrams).toBe(theirs);
      expect(now.variants[second ?? '']?.weightGrams).toBe(800);
      return keepFirst();
    });
    await connector.updateListing(world().ctx, id, weighing(input, null), (now) => {
      expect(now.variants[first ?? '']?.weightGrams).toBe(theirs);
      expect(now.variants[second ?? '']?.weightGrams).toBeNull();
      return keepFirst();
    });
  });

  test.runIf(connector.capabilities.dimensions)(
    'sizes are written, stay where the merchant has their own, and are cleared where we had them',
    async () => {
      const sized = (lengthMm: number | null, widthMm: number | null) => ({
        dimensions: { lengthMm, widthMm, heightMm: null },
      });
      const { id, input, listed, held } = await pushed([COLORS], sized(305, 120));
      expect(listed.holds?.product).toMatchObject({ lengthMm: 305, widthMm: 120, heightMm: null });
      await merchant.edits(world(), id, {
        title: input.title,
        description: input.descriptionHtml,
        price: '20.00',
        length: '44',
      });
      const theirs = (await held())?.product.lengthMm;
      expect(theirs).toBeGreaterThan(305);
      const keep = (): KeptFields => ({ product: new Set(['lengthMm'] as const), variants: new Map() });
      const changed = await connector.updateListing(world().ctx, id, { ...input, ...sized(310, 125) }, keep);
      expect(changed.holds?.product).toMatchObject({ lengthMm: theirs, widthMm: 125, heightMm: null });
      await connector.updateListing(world().ctx, id, { ...input, ...sized(null, null) }, keep);
      expect((await held())?.product).toMatchObject({ lengthMm: theirs, widthMm: null });
      await connector.updateListing(world().ctx, id, { ...input, ...sized(null, null) });
      expect((await held())?.product).toMatchObject({ lengthMm: null, widthMm: null });
    },
  );

  test('a deleted product is missing from what is read, and the others are there', async () => {
    const gone = await pushed([]);
    const there = await pushed([COLORS]);
    await connector.deleteListing(world().ctx, gone.id);
    const found = await readListings(world().ctx, [gone.listing, there.listing]);
    expect([...found.keys()]).toEqual([there.id]);
  });
}
