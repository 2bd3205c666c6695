import type { OrderNotes } from '@quayside/connector-kit';
import { beforeAll, expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing, toFailure } from './channel-world.ts';

/** A line break and characters that mean something in HTML. */
const OURS = '5 < 6 & 7 > "3"\nCall <first>';
const LOST = ['timeout-after', 'status-500-after'];

/** Notes and tags of orders: what the merchant wrote is read, and stays when ours are written. */
export function noteTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency } = under;
  const { orderNotes, orderTags } = connector.capabilities;
  let cart: { productId: string; variantId: string; quantity: number }[];

  beforeAll(async () => {
    const input = getListing([], currency, { allowSellOutOfStock: true });
    await connector.createListing(world().ctx, input);
    const [shown] = await world().shown(input.title);
    cart = (shown?.variants ?? []).map(({ id }) => ({ productId: shown?.id ?? '', variantId: id, quantity: 1 }));
  });

  const placed = async (): Promise<string> => (await world().buy(cart)).orderId;
  const read = async (id: string): Promise<OrderNotes> => {
    const notes = await connector.readOrderNotes(world().ctx, id);
    if (!notes) throw new Error(`no order ${id}`);
    return notes;
  };
  const textsOf = ({ note, staffNotes = [] }: OrderNotes): string[] =>
    orderNotes.kind === 'replace' ? (note ? [note] : []) : staffNotes.map(({ text }) => text);

  test("the merchant's notes and tags are read with the order and alone", async () => {
    const id = await placed();
    expect(textsOf(await read(id))).toEqual([]);
    await under.annotate(world(), id, 'Call "before" <b>noon</b> & knock');
    const alone = await read(id);
    const text = orderNotes.kind === 'replace' ? 'Call "before" <b>noon</b> & knock' : 'Call "before" noon & knock';
    expect(textsOf(alone)).toEqual([text]);
    expect(alone.tags).toEqual(orderTags ? ['theirs'] : undefined);
    const order = await connector.getOrder(world().ctx, id);
    expect([order?.note, order?.tags, order?.staffNotes]).toEqual([alone.note, alone.tags, alone.staffNotes]);
  });

  test('a written note is read again; an added one keeps the others', async () => {
    const id = await placed();
    await under.annotate(world(), id, 'Theirs');
    const { staffNote } = await connector.writeOrderNote(world().ctx, { externalOrderId: id, text: OURS });
    expect(staffNote?.text).toBe(orderNotes.kind === 'add' ? OURS : undefined);
    const after = await read(id);
    expect(textsOf(after)).toEqual(orderNotes.kind === 'add' ? ['Theirs', OURS] : [OURS]);
    if (staffNote) expect(after.staffNotes).toContainEqual(staffNote);
  });

  test.each(LOST)('a note whose response is lost by %s is unknown, and found by its text', async (kind) => {
    const id = await placed();
    await world().fault(kind, under.calls.note);
    const input = { externalOrderId: id, text: `Lost by ${kind}` };
    expect((await toFailure(connector.writeOrderNote(world().ctx, input))).kind).toBe('unknown');
    expect(textsOf(await read(id))).toEqual([input.text]);
  });

  test('an order that does not exist has no notes and takes none', async () => {
    const externalOrderId = under.unknownOrderId;
    expect(await connector.readOrderNotes(world().ctx, externalOrderId)).toBeUndefined();
    const write = connector.writeOrderNote(world().ctx, { externalOrderId, text: 'Ours' });
    expect((await toFailure(write)).kind).toBe('not-found');
    if (!connector.changeOrderTag) return;
    const tag = connector.changeOrderTag(world().ctx, { externalOrderId, tag: 'ours', kind: 'add' });
    expect((await toFailure(tag)).kind).toBe('not-found');
  });

  test('without permission, writing a note fails as auth', async () => {
    const externalOrderId = await placed();
    const credentials = await under.limitedCredentials(world().sandbox);
    const write = connector.writeOrderNote(world().context({ credentials }), { externalOrderId, text: 'Ours' });
    expect((await toFailure(write)).kind).toBe('auth');
    expect(textsOf(await read(externalOrderId))).toEqual([]);
  });

  test('tags are promised exactly where they can be changed', () => {
    expect(connector.changeOrderTag !== undefined).toBe(orderTags !== undefined);
  });

  test.runIf(orderTags)("one tag comes and goes; the merchant's stay", async () => {
    const externalOrderId = await placed();
    await under.annotate(world(), externalOrderId, 'Theirs');
    const change = (tag: string, kind: 'add' | 'remove') =>
      connector.changeOrderTag?.(world().ctx, { externalOrderId, tag, kind });
    await change('ours', 'add');
    await change('ours', 'add');
    expect((await read(externalOrderId)).tags).toEqual(['ours', 'theirs']);
    await change('ours', 'remove');
    await change('ours', 'remove');
    expect((await read(externalOrderId)).tags).toEqual(['theirs']);
  });

  test.runIf(orderTags).each(LOST)('a tag whose response is lost by %s is there once', async (kind) => {
    const externalOrderId = await placed();
    const add = async () => connector.changeOrderTag?.(world().ctx, { externalOrderId, tag: 'ours', kind: 'add' });
    if (!under.calls.tag) throw new Error('no fault target for tags');
    await world().fault(kind, under.calls.tag);
    expect((await toFailure(add())).kind).toBe('unknown');
    expect((await read(externalOrderId)).tags).toEqual(['ours']);
    await add();
    expect((await read(externalOrderId)).tags).toEqual(['ours']);
  });
}
