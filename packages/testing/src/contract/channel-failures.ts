import { newId } from '@quayside/kernel';
import { beforeAll, expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, getListing, toFailure } from './channel-world.ts';

/** The kinds of failure, told apart so that the job layer can decide on a retry. */
export function failureTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency } = under;
  const reading = () => connector.listOrders(world().ctx, { updatedAfter: new Date().toISOString() });
  let writing: () => Promise<void>;

  beforeAll(async () => {
    const listed = await connector.createListing(world().ctx, getListing([], currency));
    const [variant] = listed.variants;
    writing = () =>
      connector.setStock(world().ctx, [
        {
          externalProductId: listed.externalProductId,
          externalVariantId: variant?.externalVariantId ?? '',
          externalInventoryItemId: variant?.externalInventoryItemId,
          quantity: 3,
          ref: newId(),
        },
      ]);
  });

  test('asked too often: the time to wait is passed on', async () => {
    await world().fault('status-429', under.calls.read, { delayMs: 7000 });
    expect(await toFailure(reading())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
    await world().fault('status-429', under.calls.setStock, { delayMs: 7000 });
    expect(await toFailure(writing())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
  });

  test.each([
    ['status-500', ['temporary']],
    ['status-503', ['temporary']],
    ['timeout-before', ['temporary']],
    ['timeout-after', ['temporary']],
    ['reset-after', ['temporary']],
    ['malformed', ['unexpected']],
  ])('a read met by %s is %j', async (kind, expected) => {
    await world().fault(kind, under.calls.read);
    expect(expected).toContain((await toFailure(reading())).kind);
    await reading();
  });

  test.each([
    ['status-500', ['unknown']],
    ['status-500-after', ['unknown']],
    ['status-503', ['temporary', 'unknown']],
    ['timeout-before', ['unknown']],
    ['timeout-after', ['unknown']],
    ['reset-after', ['unknown']],
    ['malformed', ['unknown']],
  ])('an effect met by %s is %j', async (kind, expected) => {
    await world().fault(kind, under.calls.setStock);
    expect(expected).toContain((await toFailure(writing())).kind);
    await writing();
  });

  test('a slow answer is waited for', async () => {
    await world().fault('slow', under.calls.setStock, { delayMs: 400 });
    await writing();
  });

  test('what does not exist there is named as such', async () => {
    const input = {
      externalOrderId: under.unknownOrderId,
      ref: newId(),
      lines: [],
      tracking: { carrier: 'Harbour Post', number: 'HP1' },
      notifyCustomer: false,
      completesOrder: true,
    };
    expect((await toFailure(connector.createFulfillment(world().ctx, input))).kind).toBe('not-found');
  });
}
