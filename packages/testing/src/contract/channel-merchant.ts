import type { ListingInput } from '@quayside/connector-kit';
import { money, newToken } from '@quayside/kernel';
import { describe, expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing, toFailure } from './channel-world.ts';

const COLOURS = { name: 'Colour', values: ['Sand', 'Slate'] };

/** What the merchant did to a product in the shop's own administration stays, whatever is pushed afterwards. */
export function merchantTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency } = under;
  const merchant = under.merchant;
  if (!merchant) return;

  const pushed = async (more: Partial<ListingInput> = {}) => {
    const input = getListing([COLOURS], currency, {
      tags: ['ours'],
      productType: 'Ours',
      images: [{ url: world().pictureUrl('front') }, { url: world().pictureUrl('side') }],
      ...more,
    });
    const { externalProductId: id } = await connector.createListing(world().ctx, input);
    return { id, input };
  };
  const sees = (id: string) => merchant.sees(world(), id);
  const push = (id: string, input: ListingInput) => connector.updateListing(world().ctx, id, input);

  test('pushing again removes nothing that the merchant added', async () => {
    const { id, input } = await pushed();
    const sku = `MERCHANT-${newToken(4)}`;
    await merchant.adds(world(), id, { option: COLOURS.name, sku, picture: world().pictureUrl('theirs') });
    const before = await sees(id);
    expect(before.skus).toContain(sku);
    expect(Object.keys(before.sales)).toHaveLength(2);
    await push(id, input);
    await push(id, { ...input, title: `${input.title} II` });
    expect(await sees(id)).toEqual(before);
  });

  test('what we put there and dropped here is removed, and nothing else', async () => {
    const { id, input } = await pushed({ tags: ['ours', 'summer'] });
    const sku = `MERCHANT-${newToken(4)}`;
    await merchant.adds(world(), id, { option: COLOURS.name, sku, picture: world().pictureUrl('theirs') });
    const before = await sees(id);
    const [sand, slate] = input.variants;
    if (!sand || !slate) throw new Error('two variants');
    await push(id, {
      ...input,
      tags: ['ours'],
      productType: 'Ours II',
      options: [{ name: COLOURS.name, values: ['Sand'] }],
      variants: [sand],
      images: input.images.slice(0, 1),
    });
    const after = await sees(id);
    expect(after.tags).toEqual(before.tags.filter((tag) => tag !== 'summer'));
    expect(after.categories).toEqual(before.categories.map((name) => (name === 'Ours' ? 'Ours II' : name)).sort());
    expect(after.skus).toEqual(before.skus.filter((one) => one !== slate.sku));
    const colours = before.options[COLOURS.name]?.filter((value) => value !== 'Slate');
    expect(after.options).toEqual({ ...before.options, [COLOURS.name]: colours });
    expect(after.sales).toEqual({ [sand.sku]: before.sales[sand.sku] });
    expect(after.images).toEqual(before.images.filter((_id, at) => at !== 1));
  });

  describe.each([
    ['with options', [COLOURS]],
    ['without options', []],
  ])('the sale of a product %s', (_which, options) => {
    const plain = () => getListing(options, currency, { images: [] });
    const priced = (input: ListingInput, amount: number, compareAt?: number): ListingInput => ({
      ...input,
      variants: input.variants.map((variant) => ({
        ...variant,
        price: money(amount, currency),
        ...(compareAt === undefined ? {} : { compareAtPrice: money(compareAt, currency) }),
      })),
    });
    const create = async (input: ListingInput) => (await connector.createListing(world().ctx, input)).externalProductId;
    const salesOf = async (id: string) => (await sees(id)).sales;

    test("stays where it is the merchant's", async () => {
      const input = plain();
      const id = await create(input);
      await merchant.discounts(world(), id);
      const sales = await salesOf(id);
      expect(Object.keys(sales).sort()).toEqual(input.variants.map(({ sku }) => sku).sort());
      await push(id, input);
      await push(id, priced(input, 2_100));
      expect(await salesOf(id)).toEqual(sales);
    });

    test('ends where it is ours and was ended here', async () => {
      const input = plain();
      const id = await create(priced(input, 1_900, 3_000));
      expect(Object.keys(await salesOf(id))).toHaveLength(input.variants.length);
      await push(id, priced(input, 2_100));
      expect(await salesOf(id)).toEqual({});
      await push(id, priced(input, 1_900, 3_100));
      expect(Object.keys(await salesOf(id))).toHaveLength(input.variants.length);
      await push(id, priced(input, 2_200));
      expect(await salesOf(id)).toEqual({});
    });

    test('stays where the merchant changed ours before it was ended here', async () => {
      const input = plain();
      const id = await create(priced(input, 1_900, 3_000));
      await merchant.discounts(world(), id);
      const sales = await salesOf(id);
      await push(id, priced(input, 2_100));
      await push(id, priced(input, 2_200));
      expect(await salesOf(id)).toEqual(sales);
    });
  });

  test('an alt text is written where it changed here, and is left alone elsewhere', async () => {
    const [front, side] = [world().pictureUrl('front'), world().pictureUrl('side')];
    const { id, input } = await pushed({
      images: [
        { url: front, alt: 'Front' },
        { url: side, alt: 'Side' },
      ],
    });
    expect((await sees(id)).alts).toEqual(['Front', 'Side']);
    // As the merchant would write it.
    await push(id, {
      ...input,
      images: [
        { url: front, alt: 'Theirs' },
        { url: side, alt: 'Theirs too' },
      ],
    });
    const images = [
      { url: front, alt: 'Front', keepsAlt: true },
      { url: side, alt: 'Side II' },
      { url: world().pictureUrl('back'), alt: 'Back', keepsAlt: true },
    ];
    await push(id, { ...input, images });
    expect((await sees(id)).alts).toEqual(['Theirs', 'Side II', 'Back']);
  });

  test("a variant's picture that was removed here is removed there; the merchant's own stays", async () => {
    const { id, input } = await pushed();
    const [sand, slate] = input.variants;
    if (!sand || !slate) throw new Error('two variants');
    const pictured = { ...input, variants: [{ ...sand, imageUrl: world().pictureUrl('sand') }, slate] };
    await push(id, pictured);
    const before = await sees(id);
    expect(before.images).toHaveLength(3);
    expect(before.pictures[sand.sku]).toBe(before.images[2]);
    await merchant.pictures(world(), id, slate.sku, world().pictureUrl('theirs'));
    const theirs = (await sees(id)).pictures[slate.sku];
    expect(theirs).toBeDefined();
    await push(id, input);
    const after = await sees(id);
    expect(before.images).not.toContain(after.pictures[slate.sku]);
    expect(after.pictures[slate.sku]).toBe(theirs);
    expect(after.pictures[sand.sku]).toBeUndefined();
    expect(after.images).not.toContain(before.images[2]);
  });

  test("a variant's picture that was removed here is removed there, also where the gallery keeps it", async () => {
    const { id, input } = await pushed();
    const [sand, slate] = input.variants;
    if (!sand || !slate) throw new Error('two variants');
    await push(id, { ...input, variants: [{ ...sand, imageUrl: world().pictureUrl('side') }, slate] });
    const before = await sees(id);
    expect(before.pictures).toEqual({ [sand.sku]: before.images[1] });
    await push(id, input);
    expect(await sees(id)).toEqual({ ...before, pictures: {} });
  });

  const target = under.calls.updateVariants;
  // Where one request updates everything, nothing is cut short between two.
  if (!target) return;
  test('an update cut short after its pictures were fetched doubles none', async () => {
    const { id, input } = await pushed();
    await merchant.adds(world(), id, {
      option: COLOURS.name,
      sku: `MERCHANT-${newToken(4)}`,
      picture: world().pictureUrl('theirs'),
    });
    const before = await sees(id);
    const images = [...input.images, { url: world().pictureUrl('back') }];
    for (const fault of [under.calls.updateProduct ?? target, target]) {
      await world().fault('reset-after', fault);
      expect((await toFailure(push(id, { ...input, images }))).kind).toBe('unknown');
    }
    await push(id, { ...input, images });
    const after = await sees(id);
    expect(after.images).toHaveLength(before.images.length + 1);
    expect(after.images).toEqual(expect.arrayContaining(before.images));
    await push(id, input);
    expect(await sees(id)).toEqual(before);
  });
}
