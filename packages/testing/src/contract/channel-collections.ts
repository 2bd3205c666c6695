import type { WantedCollections } from '@quayside/connector-kit';
import { describe, expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing } from './channel-world.ts';

/** Collections and categories: what is chosen here is put there, and what the merchant did there stays. */
export function collectionTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency, shelves } = under;
  if (!shelves || !connector.readCollections) return;

  describe('collections', () => {
    const wanted = (ids: string[], again: string[] = []): WantedCollections => ({ ids, again });
    const read = async () => (await connector.readCollections?.(world().ctx)) ?? [];
    const chooseTwo = async () => {
      const [first, second] = (await read()).filter((one) => one.isAssignable);
      if (!first || !second) throw new Error('the shop has no two collections to assign');
      return [first.id, second.id] as const;
    };
    const listing = (collections: WantedCollections) =>
      getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], currency, { collections });
    const create = async (collections: WantedCollections) => {
      const input = listing(collections);
      const listed = await connector.createListing(world().ctx, input);
      const push = (next: WantedCollections) =>
        connector.updateListing(world().ctx, listed.externalProductId, { ...input, collections: next });
      return { id: listed.externalProductId, listed, push };
    };
    const sees = (id: string) => shelves.of(world(), id);

    test('are read with their titles, those that take no products marked', async () => {
      const all = await read();
      expect(all.length).toBeGreaterThan(2);
      expect(all.every(({ id, title }) => id && title)).toBe(true);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.some((one) => !one.isAssignable)).toBe(under.platform === 'shopify');
      expect(all.some((one) => one.parentId !== undefined)).toBe(under.platform === 'woocommerce');
    });

    test('a new product is put into those that were chosen; an update moves it', async () => {
      const [first, second] = await chooseTwo();
      const { id, listed, push } = await create(wanted([first]));
      expect(listed.collections).toEqual({ joined: [first], left: [], gone: [], refused: [] });
      expect(await sees(id)).toEqual([first]);
      expect((await push(wanted([second]))).collections?.joined).toEqual([second]);
      expect(await sees(id)).toEqual([second]);
    });

    test('what the merchant added stays, and what the merchant removed is not added back', async () => {
      const [first, second] = await chooseTwo();
      const { id, push } = await create(wanted([first]));
      await shelves.change(world(), id, { add: [second], remove: [] });
      await push(wanted([first]));
      expect((await sees(id)).sort()).toEqual([first, second].sort());
      await shelves.change(world(), id, { add: [], remove: [first] });
      for (let time = 0; time < 2; time += 1) {
        expect((await push(wanted([first]))).collections).toEqual({ joined: [], left: [first], gone: [], refused: [] });
        expect(await sees(id)).toEqual([second]);
      }
      expect((await push(wanted([first], [first]))).collections?.joined).toEqual([first]);
      await push(wanted([]));
      expect(await sees(id)).toEqual([second]);
    });

    test('one that is gone is named and stops only itself', async () => {
      const [first] = await chooseTwo();
      const gone = await shelves.make(world());
      const { id, push } = await create(wanted([gone]));
      expect(await sees(id)).toEqual([gone]);
      await shelves.remove(world(), gone);
      const { collections } = await push(wanted([gone, first]));
      expect(collections).toEqual({ joined: [first], left: [], gone: [gone], refused: [] });
      expect(await sees(id)).toEqual([first]);
    });

    test('memberships stay where the input names no collections', async () => {
      const [first] = await chooseTwo();
      const { id } = await create(wanted([first]));
      const { collections: _left, ...input } = listing(wanted([]));
      await connector.updateListing(world().ctx, id, input);
      expect(await sees(id)).toContain(first);
    });
  });
}
