import { ConnectorError, type Listed, type ListingInput } from '@quayside/connector-kit';
import { money, newId, toDecimal } from '@quayside/kernel';
import { describe, expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing, type ShownProduct, toFailure } from './channel-world.ts';

const COLOURS = { name: 'Colour', values: ['Sand', 'Slate', 'Fern'] };
const WIDE = [
  { name: 'Colour', values: ['Sand', 'Slate', 'Fern', 'Rust', 'Ink'] },
  { name: 'Size', values: ['S', 'M', 'L', 'XL', 'XXL'] },
  { name: 'Glaze', values: ['Matt', 'Satin', 'Gloss', 'Raw', 'Speckled'] },
];

/** Products in: simple, with options, many variants, found again after lost answers, changed, stocked, removed. */
export function listingTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency } = under;
  const only = async (input: ListingInput): Promise<ShownProduct> => {
    const shown = await world().shown(input.title);
    expect(shown).toHaveLength(1);
    return shown[0] as ShownProduct;
  };
  /** Every variant is on the shop's shelf with its own values and price, under the id we were told. */
  const expectShelved = async (input: ListingInput, listed: Listed): Promise<void> => {
    const product = await only(input);
    expect(product.variants).toHaveLength(input.variants.length);
    expect(new Set(listed.variants.map((variant) => variant.externalVariantId)).size).toBe(input.variants.length);
    for (const variant of input.variants) {
      expect(listed.variants.filter((entry) => entry.ref === variant.ref)).toHaveLength(1);
      const shelf = product.variants.find((entry) => entry.optionValues.join() === variant.optionValues.join());
      expect(Number(shelf?.price)).toBe(Number(toDecimal(variant.price)));
    }
  };

  test('a product without options, with pictures', async () => {
    const images = [{ url: world().pictureUrl('front'), alt: 'Front' }, { url: world().pictureUrl('side') }];
    const input = getListing([], currency, { images });
    const listed = await connector.createListing(world().ctx, input);
    await expectShelved(input, listed);
    expect((await only(input)).images).toHaveLength(2);
    expect(listed.variants[0]).toMatchObject({ ref: input.variants[0]?.ref, sku: input.variants[0]?.sku });
  });

  test('one option', async () => {
    const input = getListing([COLOURS], currency);
    await expectShelved(input, await connector.createListing(world().ctx, input));
  });

  test('three options with 125 variants', async () => {
    const input = getListing(WIDE, currency);
    const listed = await connector.createListing(world().ctx, input);
    await expectShelved(input, listed);
    expect(await connector.findListing(world().ctx, input)).toMatchObject({
      externalProductId: listed.externalProductId,
    });
  });

  test('a draft is not on the shelf until it is made active', async () => {
    const input = getListing([COLOURS], currency, { status: 'draft' });
    const listed = await connector.createListing(world().ctx, input);
    expect(await world().shown(input.title)).toEqual([]);
    await connector.updateListing(world().ctx, listed.externalProductId, { ...input, status: 'active' });
    await expectShelved(input, listed);
  });

  test('the picture that a store refuses is named, whether the product is new or not', async () => {
    const odd = under.refusedPicture(world().pictureUrl('odd'));
    const images = [{ url: world().pictureUrl('front') }, { url: odd }, { url: world().pictureUrl('side') }];
    const named = { kind: 'rejected', code: 'picture_refused', detail: expect.stringContaining(odd) };
    expect(await toFailure(connector.createListing(world().ctx, getListing([], currency, { images })))).toMatchObject(
      named,
    );
    const input = getListing([], currency, { images: images.slice(0, 1) });
    const { externalProductId } = await connector.createListing(world().ctx, input);
    const again = connector.updateListing(world().ctx, externalProductId, { ...input, images });
    expect(await toFailure(again)).toMatchObject(named);
  });

  test.runIf(connector.isListingGone)('a product that was deleted is gone, and no other', async () => {
    const [kept, deleted] = [getListing([], currency), getListing([COLOURS], currency)];
    const idOf = async (input: ListingInput) => (await connector.createListing(world().ctx, input)).externalProductId;
    const [keptId, deletedId] = [await idOf(kept), await idOf(deleted)];
    await connector.deleteListing(world().ctx, deletedId);
    expect(await connector.isListingGone?.(world().ctx, keptId)).toBe(false);
    expect(await connector.isListingGone?.(world().ctx, deletedId)).toBe(true);
  });

  test('nothing is found for a listing that was never made', async () => {
    expect(await connector.findListing(world().ctx, getListing([COLOURS], currency))).toBeUndefined();
  });

  test('making it twice makes it once', async () => {
    const input = getListing([COLOURS], currency);
    const { holds, ...first } = await connector.createListing(world().ctx, input);
    const { holds: heldLater, ...second } = await connector.createListing(world().ctx, input);
    expect(second).toEqual(first);
    // Whoever only finds the product does not say what it holds: a merchant may have worked on it.
    expect([undefined, holds]).toContainEqual(heldLater);
    await only(input);
  });

  test('variants that are known by other references now are the same variants', async () => {
    const input = getListing([COLOURS, { name: 'Size', values: ['S', 'M'] }], currency);
    const made = await connector.createListing(world().ctx, input);
    const idOf = (listed: Listed, at: number, of: ListingInput) =>
      listed.variants.find((variant) => variant.ref === of.variants[at]?.ref)?.externalVariantId;
    const again = {
      ...input,
      variants: input.variants.map((variant, at) => ({ ...variant, ref: newId(), price: money(3_000 + at, currency) })),
    };
    const found = await connector.findListing(world().ctx, again);
    expect(found?.externalProductId).toBe(made.externalProductId);
    const updated = await connector.updateListing(world().ctx, made.externalProductId, again);
    await expectShelved(again, updated);
    for (const at of input.variants.keys()) {
      expect(idOf(updated, at, again)).toBe(idOf(made, at, input));
      expect(found && idOf(found, at, again)).toBe(idOf(made, at, input));
    }
    expect(await connector.findListing(world().ctx, again)).toMatchObject({ variants: updated.variants });
  });

  const kinds = ['timeout-after', 'reset-after', 'status-500-after', 'malformed', 'timeout-before'];
  const steps = (['createProduct', 'createVariants'] as const).flatMap((step) =>
    under.calls[step] ? kinds.map((kind) => ({ step, kind, target: under.calls[step] })) : [],
  );
  test.each(steps)('an answer lost at $step by $kind is found again, once and whole', async ({ kind, target }) => {
    if (!target) throw new Error('no such step');
    const input = getListing([COLOURS], currency);
    await world().fault(kind, target);
    expect((await toFailure(connector.createListing(world().ctx, input))).kind).toBe('unknown');
    const found = await connector.findListing(world().ctx, input);
    if (kind !== 'timeout-before') expect(found).toBeDefined();
    const listed = found ?? (await connector.createListing(world().ctx, input));
    await expectShelved(input, listed);
  });

  // A real shop shows what it has; only the stand-in can keep it back.
  test
    .skipIf(under.shopper)
    .each(
      (['createProduct', 'createVariants'] as const).flatMap((step) =>
        under.calls[step] ? [{ step, target: under.calls[step] }] : [],
      ),
    )('an effect of $step that is shown only later is not made twice', async ({ target }) => {
    const input = getListing([COLOURS], currency);
    const startedAt = Date.now();
    await world().fault('hide', target, { delayMs: 1200 });
    await world().fault('reset-after', target);
    expect((await toFailure(connector.createListing(world().ctx, input))).kind).toBe('unknown');
    // As a job would: asks, and tries again where nothing is to be seen, until it has an answer.
    const settle = async () => {
      try {
        return (await connector.findListing(world().ctx, input)) ?? (await connector.createListing(world().ctx, input));
      } catch (error) {
        if (error instanceof ConnectorError && ['unknown', 'temporary'].includes(error.kind)) return undefined;
        throw error;
      }
    };
    let listed: Listed | undefined;
    await expect
      .poll(async () => (listed ??= await settle()), { timeout: 8000, interval: 100 })
      .toMatchObject({ variants: input.variants.map(({ ref }) => ({ ref })) });
    // Nothing hidden comes up afterwards.
    await expect.poll(() => Date.now() - startedAt, { timeout: 5000 }).toBeGreaterThan(2400);
    if (listed) await expectShelved(input, listed);
  });

  test('an update changes words, prices and the set of variants', async () => {
    const input = getListing([COLOURS], currency);
    const listed = await connector.createListing(world().ctx, input);
    const [sand, slate] = input.variants;
    const [moss] = getListing([{ name: 'Colour', values: ['Moss'] }], currency).variants;
    if (!sand || !slate || !moss) throw new Error('three variants');
    const next: ListingInput = {
      ...input,
      title: `${input.title} II`,
      options: [{ name: 'Colour', values: ['Sand', 'Slate', 'Moss'] }],
      variants: [{ ...sand, price: money(2500, currency), compareAtPrice: money(3000, currency) }, slate, moss],
    };
    const updated = await connector.updateListing(world().ctx, listed.externalProductId, next);
    expect(await world().shown(input.title)).toEqual([]);
    await expectShelved(next, updated);
    const idOf = (list: Listed, ref: string) => list.variants.find((entry) => entry.ref === ref)?.externalVariantId;
    expect(idOf(updated, slate.ref)).toBe(idOf(listed, slate.ref));
  });

  test('stock reaches the shelf', async () => {
    const input = getListing([COLOURS], currency);
    const listed = await connector.createListing(world().ctx, input);
    const stock = async (quantity: number) => {
      const items = listed.variants.slice(0, 1).map((variant) => ({
        externalProductId: listed.externalProductId,
        externalVariantId: variant.externalVariantId,
        externalInventoryItemId: variant.externalInventoryItemId,
        quantity,
        ref: variant.ref,
      }));
      await connector.setStock(world().ctx, items);
      const values = input.variants.find((entry) => entry.ref === items[0]?.ref)?.optionValues.join();
      return (await only(input)).variants.find((entry) => entry.optionValues.join() === values)?.inStock;
    };
    expect([await stock(0), await stock(4)]).toEqual([false, true]);
  });

  describe.each([
    ['with options', [COLOURS]],
    ['without options', []],
  ])('a change of a few fields of a product %s', (_which, options) => {
    const toRead = (listed: Listed) => ({
      externalProductId: listed.externalProductId,
      currency,
      variants: listed.variants,
    });
    const held = async (listed: Listed) =>
      (await connector.readListings?.(world().ctx, [toRead(listed)]))?.get(listed.externalProductId);

    test('writes prices and the status, and nothing else', async () => {
      const input = getListing(options, currency);
      const listed = await connector.createListing(world().ctx, input);
      const before = await held(listed);
      const [first] = listed.variants;
      if (!first || !connector.changeListing) throw new Error('a variant and a channel that changes it');
      const { externalProductId } = listed;
      const change = async (price: number, compareAt?: number | null, status?: 'active' | 'draft') => {
        const compareAtPrice = typeof compareAt === 'number' ? money(compareAt, currency) : compareAt;
        await connector.changeListing?.(world().ctx, {
          externalProductId,
          ...(status ? { status } : {}),
          prices: [
            {
              externalVariantId: first.externalVariantId,
              price: money(price, currency),
              ...(compareAtPrice === undefined ? {} : { compareAtPrice }),
            },
          ],
        });
        const now = await held(listed);
        const { price: p, compareAtPrice: c } = now?.variants[first.ref] ?? {};
        return [p, c, now?.product.status];
      };
      const status = before?.product.status;
      expect(await change(1_234)).toEqual([1_234, null, status]);
      expect(await change(1_234, 2_000)).toEqual([1_234, 2_000, status]);
      expect(await change(1_500)).toEqual([1_500, 2_000, status]);
      expect(await change(1_500, null)).toEqual([1_500, null, status]);
      expect(await change(1_600, 2_000, 'draft')).toEqual([1_600, 2_000, 'draft']);
      const after = await held(listed);
      expect(after?.product).toEqual({ ...before?.product, status: 'draft' });
      for (const { ref } of listed.variants.slice(1)) expect(after?.variants[ref]).toEqual(before?.variants[ref]);
      // A push that has no compare-at price removes the one that the change set.
      await connector.updateListing(world().ctx, externalProductId, input);
      expect((await held(listed))?.variants).toEqual(before?.variants);
    });

    test('reads the stock that was set, and none where the store tracks none', async () => {
      const input = getListing(options, currency);
      const listed = await connector.createListing(world().ctx, input);
      const items = listed.variants.map(({ ref, externalVariantId, externalInventoryItemId }) => ({
        ref,
        externalVariantId,
        externalProductId: listed.externalProductId,
        ...(externalInventoryItemId ? { externalInventoryItemId } : {}),
      }));
      await connector.setStock(
        world().ctx,
        items.map((item, at) => ({ ...item, quantity: at + 3 })),
      );
      expect(await connector.readStock?.(world().ctx, items)).toEqual(
        new Map(items.map((item, at) => [item.ref, at + 3])),
      );
      const other = getListing(options, currency);
      const plain = { ...other, variants: other.variants.map(({ quantity: _q, ...rest }) => rest) };
      const made = await connector.createListing(world().ctx, plain);
      const there = made.variants.map((one) => ({ ...one, externalProductId: made.externalProductId }));
      expect([...((await connector.readStock?.(world().ctx, there)) ?? new Map()).values()]).toEqual(
        made.variants.map(() => null),
      );
    });

    test('of a product that is gone is not-found', async () => {
      const listed = await connector.createListing(world().ctx, getListing(options, currency));
      await connector.deleteListing(world().ctx, listed.externalProductId);
      const { externalProductId, variants } = listed;
      const prices = [{ externalVariantId: variants[0]?.externalVariantId ?? '', price: money(900, currency) }];
      const failure = await toFailure(
        connector.changeListing?.(world().ctx, { externalProductId, prices }) ?? Promise.resolve(),
      );
      expect(failure.kind).toBe('not-found');
    });
  });

  test('a removed listing is gone, removing it again is no error, and it can be made anew', async () => {
    const input = getListing([COLOURS], currency);
    const listed = await connector.createListing(world().ctx, input);
    await connector.deleteListing(world().ctx, listed.externalProductId);
    await connector.deleteListing(world().ctx, listed.externalProductId);
    expect(await world().shown(input.title)).toEqual([]);
    expect(await connector.findListing(world().ctx, input)).toBeUndefined();
    await expectShelved(input, await connector.createListing(world().ctx, input));
  });
}
