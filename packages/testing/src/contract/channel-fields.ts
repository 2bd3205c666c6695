import type { KeptFields, ListingInput, ListingToRead, StoreFields } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { describe, expect, test } from 'vitest';
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
        // Customs data may cost more to read than the rest, so only writes answer it.
        const { hsCode: _hsCode, originCountry: _originCountry, ...others } = listed.holds?.variants[ref] ?? {};
        expect(read?.variants[ref]).toMatchObject(others);
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

  test('a deleted product is missing from what is read, and the others are there', async () => {
    const gone = await pushed([]);
    const there = await pushed([COLORS]);
    await connector.deleteListing(world().ctx, gone.id);
    const found = await readListings(world().ctx, [gone.listing, there.listing]);
    expect([...found.keys()]).toEqual([there.id]);
  });
}
