import type { ConnectorContext, TrackingConnector } from '@quayside/connector-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { receiving } from './loopback-receiver.ts';
import { type TestSandbox, until } from './sandbox-control.ts';

export interface TrackingWorld {
  connector: TrackingConnector;
  sandbox: TestSandbox;
  standIn: string;
  context(): ConnectorContext;
  wrongKey(): ConnectorContext;
  /** "METHOD path" of the calls, as regular expressions. */
  calls: { track: string; read: string };
  webhookSecret: string;
  /** Sends webhooks to an address from now on. */
  listen(address: string): Promise<void>;
}

const at = (hour: number): string =>
  `2026-11-0${1 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00.000Z`;

/** What every tracking service must do, against its emulator. */
export function trackingSuite(name: string, open: () => Promise<TrackingWorld>): void {
  describe(`the tracking service ${name}`, () => {
    let world: TrackingWorld;
    let ctx: ConnectorContext;
    let next = 0;
    const number = (): string => {
      next += 1;
      return `RB${100_000_000 + next}GB`;
    };
    const script = (of: string, scans: object[]) => world.sandbox.post(`/${world.standIn}/setup/${of}`, scans);
    const scan = (hour: number, stage: string, more: object = {}) => ({
      at: at(hour),
      stage,
      text: `Scan ${hour}`,
      place: '',
      country: null,
      ...more,
    });
    const books = async () => (await world.sandbox.book<{ numbers: { number: string }[] }>(world.standIn)).numbers;

    beforeAll(async () => {
      world = await open();
      ctx = world.context();
    });
    afterEach(() => world.sandbox.clearFaults());
    afterAll(() => world.sandbox.close());

    it('verifies a key, and refuses a wrong one', async () => {
      await world.connector.verify(ctx);
      await expect(world.connector.verify(world.wrongKey())).rejects.toMatchObject({ kind: 'auth' });
    });

    it('tracks a number once, however often it is asked', async () => {
      const one = number();
      await world.connector.track(ctx, { number: one, destination: 'DE' });
      await world.connector.track(ctx, { number: one, destination: 'DE' });
      expect((await books()).filter((entry) => entry.number === one)).toEqual([{ number: one, destination: 'DE' }]);
    });

    it.each(['timeout-before', 'timeout-after', 'status-500', 'status-500-after', 'reset-after', 'malformed'])(
      'does not know what became of a number after %s, finds out, and tracks it once',
      async (kind) => {
        const one = number();
        await world.sandbox.fault({ standIn: world.standIn, match: world.calls.track, kind, times: 1, delayMs: 100 });
        const short = { ...ctx, signal: AbortSignal.timeout(1_500) };
        await expect(world.connector.track(short, { number: one })).rejects.toMatchObject({ kind: 'unknown' });
        await world.connector.track(ctx, { number: one });
        expect((await books()).filter((entry) => entry.number === one)).toHaveLength(1);
      },
    );

    it('says how long to wait when it is asked too often', async () => {
      await world.sandbox.fault({ standIn: world.standIn, match: world.calls.track, kind: 'status-429', times: 1 });
      const refused = world.connector.track(ctx, { number: number() });
      await expect(refused).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: expect.any(Number) });
    });

    it('refuses a number without a carrier, by name', async () => {
      const refused = world.connector.track(ctx, { number: 'UNKNOWN-1' });
      await expect(refused).rejects.toMatchObject({ kind: 'rejected', code: 'carrier_unknown' });
    });

    it('reads parcels with their states and events, and leaves out numbers that are not tracked', async () => {
      const numbers = [number(), number(), number()];
      for (const one of numbers) await world.connector.track(ctx, { number: one });
      const [first = '', second = ''] = numbers;
      await script(first, [scan(1, 'info_received'), scan(5, 'in_transit', { place: 'Köln', country: 'DE' })]);
      await script(second, [scan(2, 'delivery_failure')]);
      const found = await world.connector.getParcels(
        ctx,
        [...numbers, 'RB999999999GB'].map((one) => ({ number: one })),
      );
      const parcels = new Map(found.map((one) => [one.number, one]));
      expect([...parcels.keys()].sort()).toEqual([...numbers].sort());
      expect(parcels.get(first)).toMatchObject({ state: 'in_transit', destination: 'DE' });
      expect([...(parcels.get(first)?.events ?? [])].sort((a, b) => a.at.localeCompare(b.at))).toEqual([
        { at: at(1), state: 'info_received', description: 'Scan 1' },
        { at: at(5), state: 'in_transit', description: 'Scan 5', location: 'Köln' },
      ]);
      expect(parcels.get(second)?.state).toBe('delivery_failure');
      expect(parcels.get(numbers[2] ?? '')?.events).toEqual([]);
    });

    it.each([
      'not_found',
      'info_received',
      'in_transit',
      'available_for_pickup',
      'out_for_delivery',
      'delivered',
      'expired',
      'delivery_failure',
      'exception',
    ])('B359: knows the state %s', async (state) => {
      const one = number();
      await world.connector.track(ctx, { number: one });
      await script(one, [scan(1, state)]);
      const [parcel] = await world.connector.getParcels(ctx, [{ number: one }]);
      expect([parcel?.state, parcel?.events[0]?.state]).toEqual([state, state]);
    });

    it.each(['timeout-before', 'status-500', 'malformed'])('fails a read without an effect after %s', async (kind) => {
      await world.sandbox.fault({ standIn: world.standIn, match: world.calls.read, kind, times: 1, delayMs: 100 });
      const short = { ...ctx, signal: AbortSignal.timeout(1_500) };
      const failed = world.connector.getParcels(short, [{ number: number() }]);
      await expect(failed).rejects.toMatchObject({ kind: expect.stringMatching(/^(temporary|unexpected)$/) });
    });

    it('sends signed webhooks, and believes no others', async () => {
      const one = number();
      await receiving(async (address, got) => {
        await world.listen(address);
        await world.connector.track(ctx, { number: one });
        await script(one, [scan(1, 'delivered')]);
        const secrets = { webhookSecret: world.webhookSecret };
        const raw = await until('the webhook', async () => got.find((hook) => hook.body.includes(one)));
        expect(world.connector.verifyWebhook(raw, secrets)).toEqual({ numbers: [one] });
        const changed = { ...raw, body: Buffer.from(raw.body.toString().replace(one, 'RB000000000GB')) };
        const bad = expect.objectContaining({ kind: 'rejected', code: 'bad_signature' });
        expect(() => world.connector.verifyWebhook(changed, secrets)).toThrow(bad);
        expect(() => world.connector.verifyWebhook({ ...raw, headers: {} }, secrets)).toThrow(bad);
        expect(() => world.connector.verifyWebhook(raw, { webhookSecret: '' })).toThrow(bad);
        await world.listen('');
      });
    });
  });
}
