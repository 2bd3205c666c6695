import { type ConnectorContext, metafieldId, metafieldPrint, type WantedMetafields } from '@quayside/connector-kit';
import { describe, expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing } from './channel-world.ts';

type Field = Awaited<ReturnType<NonNullable<ChannelUnderTest['metafields']>['define']>>;
type Chosen = readonly (readonly [Field, string, type?: string])[];

/** Metafields: what is chosen here is written, and whatever the merchant does with metafields stays. */
export function metafieldTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency, metafields: admin } = under;
  if (!admin) return;

  describe('metafields', () => {
    const define = (type = 'single_line_text_field', validations?: { name: string; value: string }[]) =>
      admin.define(world(), type, validations);
    const want = (
      values: Chosen,
      again: readonly Field[] = [],
      known?: WantedMetafields['known'],
    ): WantedMetafields => ({
      values: values.map(([field, value, type = 'single_line_text_field']) => ({ ...field, type, value })),
      again: again.map(metafieldId),
      ...(known ? { known } : {}),
    });
    const listing = (metafields?: WantedMetafields) =>
      getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], currency, metafields ? { metafields } : {});
    const create = async (metafields?: WantedMetafields) => {
      const input = listing(metafields);
      const listed = await connector.createListing(world().ctx, input);
      const { metafields: _left, ...plain } = input;
      const push = async (next?: WantedMetafields, ctx: ConnectorContext = world().ctx) =>
        (
          await connector.updateListing(ctx, listed.externalProductId, {
            ...plain,
            ...(next ? { metafields: next } : {}),
          })
        ).metafields;
      return { id: listed.externalProductId, outcomes: listed.metafields, push };
    };
    const sees = (id: string) => admin.of(world(), id);

    test('definitions are read with type and validations; those of other apps are marked', async () => {
      const made = await define('number_integer', [{ name: 'max', value: '12' }]);
      const all = (await connector.readMetafieldDefinitions?.(world().ctx)) ?? [];
      expect(all.find((one) => metafieldId(one) === metafieldId(made))).toMatchObject({
        name: `Merchant ${made.key}`,
        type: 'number_integer',
        validations: [{ name: 'max', value: '12' }],
        isWritable: true,
      });
      expect(all.some((one) => !one.isWritable)).toBe(true);
      expect(all.some(({ key }) => key.startsWith('quayside'))).toBe(false);
    });

    test('a new product gets them, an update changes them, and a value removed here goes', async () => {
      const [text, amount] = [await define(), await define('number_decimal')];
      const both = (one: string, two: string) =>
        want([
          [text, one],
          [amount, two, 'number_decimal'],
        ]);
      const { id, outcomes, push } = await create(both('Oak', '5'));
      expect(outcomes?.map(({ state }) => state)).toEqual(['same', 'same']);
      expect(await sees(id)).toMatchObject({ [metafieldId(text)]: 'Oak' });
      expect(Number((await sees(id))[metafieldId(amount)])).toBe(5);
      // The shop writes numbers in a form of its own: that is no change of the merchant's.
      expect((await push(both('Ash', '6')))?.map(({ state }) => state)).toEqual(['same', 'same']);
      expect(await sees(id)).toMatchObject({ [metafieldId(text)]: 'Ash' });
      expect(Number((await sees(id))[metafieldId(amount)])).toBe(6);
      await push(want([[text, 'Ash']]));
      expect(Object.keys(await sees(id))).toEqual([metafieldId(text)]);
      await push(want([]));
      expect(await sees(id)).toEqual({});
    });

    test("the merchant's own metafields stay, whatever is pushed", async () => {
      const [ours, theirs] = [await define(), await define()];
      const { id, push } = await create(want([[ours, 'Oak']]));
      await admin.set(world(), id, theirs, 'Keep me');
      await push(want([[ours, 'Ash']]));
      await push();
      await push(want([]));
      expect(await sees(id)).toEqual({ [metafieldId(theirs)]: 'Keep me' });
    });

    test('a value that the merchant edited or deleted stays, until a person chooses ours', async () => {
      const [edited, deleted] = [await define(), await define()];
      const { id, push } = await create(
        want([
          [edited, 'Oak'],
          [deleted, 'Oak'],
        ]),
      );
      await admin.set(world(), id, edited, 'Pine');
      await admin.set(world(), id, deleted, null);
      for (let time = 0; time < 2; time += 1) {
        expect(
          await push(
            want([
              [edited, 'Oak'],
              [deleted, 'Oak'],
            ]),
          ),
        ).toEqual([
          { id: metafieldId(edited), state: 'theirs', held: 'Pine' },
          { id: metafieldId(deleted), state: 'theirs', held: null },
        ]);
        expect(await sees(id)).toEqual({ [metafieldId(edited)]: 'Pine' });
      }
      expect(
        (
          await push(
            want([
              [edited, 'Ash'],
              [deleted, 'Oak'],
            ]),
          )
        )?.[0],
      ).toMatchObject({ state: 'conflict', held: 'Pine' });
      await push(
        want(
          [
            [edited, 'Ash'],
            [deleted, 'Oak'],
          ],
          [edited, deleted],
        ),
      );
      expect(await sees(id)).toEqual({ [metafieldId(edited)]: 'Ash', [metafieldId(deleted)]: 'Oak' });
    });

    test('a value that the merchant edited is not deleted with ours', async () => {
      const field = await define();
      const { id, push } = await create(want([[field, 'Oak']]));
      await admin.set(world(), id, field, 'Pine');
      await push(want([]));
      expect(await sees(id)).toEqual({ [metafieldId(field)]: 'Pine' });
    });

    test('a value that the merchant set first is not overwritten; one that was taken in is', async () => {
      const field = await define();
      const { id, push } = await create();
      await admin.set(world(), id, field, 'Pine');
      expect(await push(want([[field, 'Oak']]))).toEqual([{ id: metafieldId(field), state: 'conflict', held: 'Pine' }]);
      const known = { [metafieldId(field)]: metafieldPrint({ type: 'single_line_text_field', value: 'Pine' }) };
      expect((await push(want([[field, 'Oak']], [], known)))?.[0]?.state).toBe('same');
      expect(await sees(id)).toEqual({ [metafieldId(field)]: 'Oak' });
    });

    test('a value that was taken in and removed here goes, unless the merchant changed it', async () => {
      const [taken, edited] = [await define(), await define()];
      const { id, push } = await create();
      await admin.set(world(), id, taken, 'Pine');
      await admin.set(world(), id, edited, 'Oak');
      const print = metafieldPrint({ type: 'single_line_text_field', value: 'Pine' });
      const ids = [metafieldId(taken), metafieldId(edited)];
      const removing = { ...want([], [], { [metafieldId(taken)]: print, [metafieldId(edited)]: print }), removed: ids };
      expect(await push(removing)).toEqual([
        { id: metafieldId(taken), state: 'same' },
        { id: metafieldId(edited), state: 'conflict', held: 'Oak' },
      ]);
      expect(await sees(id)).toEqual({ [metafieldId(edited)]: 'Oak' });
      expect(await push({ ...removing, again: [metafieldId(edited)] })).toEqual(
        ids.map((one) => ({ id: one, state: 'same' })),
      );
      expect(await sees(id)).toEqual({});
    });

    test('a product that is made again gets its values, whatever an earlier one had', async () => {
      const field = await define();
      const known = { [metafieldId(field)]: metafieldPrint({ type: 'single_line_text_field', value: 'Pine' }) };
      const { id, outcomes } = await create(want([[field, 'Oak']], [], known));
      expect(outcomes?.[0]?.state).toBe('same');
      expect(await sees(id)).toEqual({ [metafieldId(field)]: 'Oak' });
    });

    test('an edit between our read and our write wins', async () => {
      const field = await define();
      const { id, push } = await create(want([[field, 'Oak']]));
      const { ctx } = world();
      let edits = 0;
      const racing: ConnectorContext = {
        ...ctx,
        http: {
          send: async (request) => {
            if (edits === 0 && String(request.body ?? '').includes('SetMetafields')) {
              edits += 1;
              await admin.set(world(), id, field, 'Pine');
            }
            return ctx.http.send(request);
          },
        },
      };
      expect(await push(want([[field, 'Ash']]), racing)).toEqual([
        { id: metafieldId(field), state: 'conflict', held: 'Pine' },
      ]);
      expect(edits).toBe(1);
      expect(await sees(id)).toEqual({ [metafieldId(field)]: 'Pine' });
    });

    test("one that is gone or refused stops only itself, with the shop's own words", async () => {
      const [good, gone, bad, lost] = [await define(), await define(), await define('number_integer'), await define()];
      const { id, push } = await create(want([[lost, 'Oak']]));
      await admin.undefine(world(), gone);
      await admin.undefine(world(), lost);
      const outcomes = await push(
        want([
          [good, 'Oak'],
          [gone, 'Oak'],
          [bad, 'many', 'number_integer'],
          [lost, 'Ash'],
        ]),
      );
      const of = (field: Field) => outcomes?.find((one) => one.id === metafieldId(field));
      expect(outcomes).toHaveLength(4);
      expect(of(good)?.state).toBe('same');
      expect(of(gone)?.state).toBe('gone');
      expect(of(lost)?.state).toBe('gone');
      expect(of(bad)).toMatchObject({ state: 'refused', reason: expect.stringContaining('integer') });
      expect(await sees(id)).toEqual({ [metafieldId(good)]: 'Oak', [metafieldId(lost)]: 'Oak' });
    });

    test('more of them than fit into a request are all written', async () => {
      const fields: Field[] = [];
      for (let at = 0; at < 30; at += 1) fields.push(await define());
      const values = (value: string) => want(fields.map((field) => [field, value] as const));
      const { id, push } = await create(values('Oak'));
      expect(Object.values(await sees(id))).toEqual(Array.from({ length: 30 }, () => 'Oak'));
      expect((await push(values('Ash')))?.every(({ state }) => state === 'same')).toBe(true);
      expect(new Set(Object.values(await sees(id)))).toEqual(new Set(['Ash']));
      await push(want([]));
      expect(await sees(id)).toEqual({});
    });

    test('values of several products are read together', async () => {
      const field = await define();
      const one = await create(want([[field, 'Oak']]));
      const other = await create();
      const ask = { externalProductIds: [one.id, other.id], ids: [metafieldId(field)] };
      const found = await connector.readMetafields?.(world().ctx, ask);
      expect(found?.get(one.id)).toEqual([{ ...field, type: 'single_line_text_field', value: 'Oak' }]);
      expect(found?.get(other.id)).toEqual([]);
    });
  });
}
