import { createHmac } from 'node:crypto';
import { ConnectorError, type TrackedParcel, type TrackingConnector } from '@quayside/connector-kit';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { byId } from '../../installed/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { guardConnectors } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findShipments } from '../fulfilment/index.ts';
import { connectService, removeService } from './actions/connect-service.ts';
import { pollService } from './actions/poll-service.ts';
import { takeTrackingWebhook } from './actions/take-webhook.ts';
import { createRegistration } from './actions/track-number.ts';
import { findEntries, listServices } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

const calls: string[] = [];
const known = new Map<string, TrackedParcel>();
let failure: ConnectorError | undefined;
let whileTracking: (() => Promise<unknown>) | undefined;
const sign = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

const tracker: TrackingConnector = {
  id: 'trackall',
  label: 'Track All',
  mark: { letters: 'T', color: '#112233' },
  settings: [],
  connect: { keys: { fields: [{ name: 'apiKey', labelKey: 'fields.apiKey', type: 'secret', required: true }] } },
  webhooks: { needsHttps: true, signedWith: 'account' },
  batch: 2,
  async verify({ credentials }) {
    if (credentials.apiKey === 'wrong') throw new ConnectorError('auth', 'wrong key');
    return {};
  },
  async track(_ctx, { number, destination }) {
    await whileTracking?.();
    if (failure) throw failure;
    calls.push(`track ${number} ${destination ?? ''}`);
    if (!known.has(number)) known.set(number, { number, events: [] });
    return { trackingId: `id-${number}` };
  },
  async getParcels(_ctx, parcels) {
    if (failure) throw failure;
    calls.push(`read ${parcels.length}`);
    return parcels.flatMap(({ number }) => known.get(number) ?? []);
  },
  webhookSecretOf: ({ apiKey }) => apiKey,
  verifyWebhook(raw, { webhookSecret }) {
    if (raw.headers.sign !== sign(raw.body, webhookSecret))
      throw new ConnectorError('rejected', 'bad', { code: 'bad_signature' });
    return { numbers: JSON.parse(raw.body.toString()) as string[] };
  },
};
const deps: Deps = {
  ...world.deps,
  connectors: {
    ...world.deps.connectors,
    ...guardConnectors({ ...world.deps.connectors, trackers: byId([tracker]) }),
  },
};
const registering = createRegistration(deps, PATIENCE);

let owner: Owner;
let orderId: string;
let serviceId: string;
let next = 700;
const scope = () => owner.scope;
const rows = <T extends object>(text: ReturnType<typeof sql>) => db.read(scope(), (ex) => ex.rows<T>(text));
const numbers = () =>
  rows<{ tracked_id: string; state: string; error_key: string | null }>(
    sql`select tracked_id, state, error_key from tracked_number where workplace_id = ${scope().workplaceId} order by created_at`,
  );
const parcels = () => db.read(scope(), (ex) => findShipments(ex, scope().workplaceId, orderId, 'en'));
const poll = () => pollService(deps, scope(), serviceId, new AbortController().signal);
const makeDue = () =>
  db.tenant(scope(), (tx) =>
    tx.run(sql`update tracked_number set next_check_at = now() where workplace_id = ${scope().workplaceId}`),
  );

/** The jobs are run by the tests. */
const dropJobs = () =>
  db.global((tx) => tx.run(sql`delete from test_job where name in ('poll-tracking-service', 'track-number')`));

async function ship(parcelId: string, more: object = {}): Promise<void> {
  const made = world.own.books.orders.at(-1);
  if (!made) throw new Error('nothing to ship');
  world.own.ship(made.supplierOrderId, { parcelId, ...more });
  const [row] = await rows<{ connection_id: string; source_order_no: string }>(
    sql`select connection_id, source_order_no from supplier_order where workplace_id = ${scope().workplaceId}`,
  );
  await world.buying.onSupplierOrderChanged(scope(), row?.connection_id ?? '', row?.source_order_no);
  await dropJobs();
  await world.settle(owner);
}

/** Registers every number that waits. */
async function register(): Promise<void> {
  for (const { tracked_id: id, state } of await numbers())
    if (state === 'waiting') await registering.run(scope(), id).catch(() => undefined);
}

beforeEach(async () => {
  calls.length = 0;
  known.clear();
  failure = undefined;
  whileTracking = undefined;
  await dropJobs();
  world.own.books.orders.length = 0;
  owner = await world.owner();
  next += 1;
  orderId = await world.request(owner, fakeOrder(next));
  await world.settle(owner);
  await connectService(deps, scope(), { service: 'trackall', mode: 'sandbox', credentials: { apiKey: 'key-1' } });
  serviceId = (await db.read(scope(), (ex) => listServices(ex, scope().workplaceId)))[0]?.service_id ?? '';
});

describe('a tracking service', () => {
  it('is connected with a key that is stored encrypted, and refuses a wrong one at its field', async () => {
    const wrong = { service: 'trackall', mode: 'sandbox' as const, credentials: { apiKey: 'wrong' } };
    await expect(connectService(deps, scope(), wrong)).rejects.toMatchObject({
      fields: { 'credentials.apiKey': ['TRACKING_KEY_REFUSED'] },
    });
    const unknown = { ...wrong, credentials: { apiKey: 'key-1', color: 'red' } };
    await expect(connectService(deps, scope(), unknown)).rejects.toMatchObject({
      fields: { 'credentials.color': ['INPUT_UNKNOWN_FIELD'] },
    });
    const [row] = await rows(sql`select * from tracking_service where workplace_id = ${scope().workplaceId}`);
    expect(JSON.stringify(row)).not.toContain('key-1');
    await connectService(deps, scope(), { service: 'trackall', mode: 'sandbox' });
    const [again] = await db.read(scope(), (ex) => listServices(ex, scope().workplaceId));
    expect(again).toMatchObject({ service_id: serviceId, credentials: null });
    await removeService(deps, scope(), 'sandbox');
    expect(await db.read(scope(), (ex) => listServices(ex, scope().workplaceId))).toEqual([]);
  });

  it('registers a parcel once, however many workers try', async () => {
    await ship('P1', { trackingNumber: 'RB123456785GB' });
    await Promise.all([poll(), poll()]);
    const [one] = await numbers();
    const tries = [registering.run(scope(), one?.tracked_id ?? ''), registering.run(scope(), one?.tracked_id ?? '')];
    await Promise.allSettled(tries);
    expect(calls.filter((call) => call.startsWith('track'))).toEqual(['track RB123456785GB US']);
    expect(await numbers()).toMatchObject([{ state: 'tracked' }]);
  });

  it('adds events that the supplier did not report, and moves the parcel and its lines forward', async () => {
    const start = Date.now() - 100 * 3_600_000;
    const at = (hour: number) => new Date(start + hour * 3_600_000).toISOString();
    const told = { at: at(0), state: 'in_transit' as const, description: 'Left the warehouse' };
    await ship('P1', { trackingNumber: 'N1', state: 'in_transit', events: [told] });
    await poll();
    await register();
    known.set('N1', {
      number: 'N1',
      carrier: 'Evri',
      state: 'delivered',
      destination: 'US',
      events: [
        { at: at(0), state: 'in_transit', description: 'Picked up' },
        { at: at(9), state: 'in_transit', description: 'At hub' },
        { at: at(50), state: 'delivered', description: 'Left with neighbor' },
      ],
    });
    await makeDue();
    await poll();
    const [parcel] = await parcels();
    expect(parcel).toMatchObject({ state: 'delivered', carrier: 'DHL', delivered_at: at(50) });
    expect(parcel?.events.map((event) => event.description)).toEqual([
      'Left with neighbor',
      'At hub',
      'Left the warehouse',
    ]);
    const lines = await rows<{ state: string }>(
      sql`select state from order_line where workplace_id = ${scope().workplaceId}`,
    );
    expect(new Set(lines.map((line) => line.state))).toEqual(new Set(['delivered']));
    expect(await numbers()).toMatchObject([{ state: 'ended' }]);
    // The supplier's later, doubled news changes nothing.
    await ship('P1', {
      trackingNumber: 'N1',
      state: 'in_transit',
      events: [told, { ...told, at: at(9), description: 'Hub' }],
    });
    expect((await parcels())[0]).toMatchObject({ state: 'delivered' });
    expect((await parcels())[0]?.events).toHaveLength(3);
  });

  it('waits for a new key after a refusal and for the plan after its quota, and registers then', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    failure = new ConnectorError('rejected', 'used up', { code: 'quota_used_up' });
    await register();
    expect(await numbers()).toMatchObject([{ state: 'waiting', error_key: 'quota_used_up' }]);
    failure = new ConnectorError('auth', 'revoked');
    await register();
    const [row] = await db.read(scope(), (ex) => listServices(ex, scope().workplaceId));
    expect(row).toMatchObject({ status: 'needs_key', last_error: { key: 'TRACKING_NEEDS_KEY' } });
    await poll();
    expect(calls).toEqual([]);
    failure = undefined;
    await connectService(deps, scope(), { service: 'trackall', mode: 'sandbox', credentials: { apiKey: 'key-2' } });
    await register();
    expect(await numbers()).toMatchObject([{ state: 'tracked', error_key: null }]);
  });

  const service = async () => (await db.read(scope(), (ex) => listServices(ex, scope().workplaceId)))[0];

  it('shows a used-up plan until a number is registered again, though parcels can be read', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    await register();
    await ship('P2', { trackingNumber: 'N2' });
    await poll();
    failure = new ConnectorError('rejected', 'used up', { code: 'quota_used_up' });
    await register();
    failure = undefined;
    await makeDue();
    calls.length = 0;
    await poll();
    expect(calls).toEqual(['read 1']);
    expect(await service()).toMatchObject({ status: 'active', last_error: { key: 'TRACKING_QUOTA_USED_UP' } });
    await register();
    expect(await service()).toMatchObject({ status: 'active', last_error: null });
  });

  it('keeps a new key that was entered while the old one was being refused', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    failure = new ConnectorError('auth', 'revoked');
    const renew = { service: 'trackall', mode: 'sandbox' as const, credentials: { apiKey: 'key-2' } };
    whileTracking = () => connectService(deps, scope(), renew);
    await register();
    expect(await service()).toMatchObject({ status: 'active', last_error: null });
  });

  it('never lets a later problem of other work bring back a refused key', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    failure = new ConnectorError('rejected', 'used up', { code: 'quota_used_up' });
    whileTracking = () =>
      db.tenant(scope(), (tx) =>
        tx.run(sql`update tracking_service set status = 'needs_key' where workplace_id = ${scope().workplaceId}`),
      );
    await register();
    expect(await service()).toMatchObject({ status: 'needs_key' });
  });

  it('registers numbers that wait for the plan as soon as the service is connected again', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    failure = new ConnectorError('rejected', 'used up', { code: 'quota_used_up' });
    await register();
    failure = undefined;
    await dropJobs();
    await connectService(deps, scope(), { service: 'trackall', mode: 'sandbox', credentials: { apiKey: 'key-2' } });
    const [number] = await numbers();
    const jobs = await db.global((tx) => tx.rows(sql`select payload from test_job where name = 'track-number'`));
    expect(jobs).toMatchObject([{ payload: { trackedId: number?.tracked_id } }]);
    expect(
      await rows(sql`select 1 from tracked_number
        where workplace_id = ${scope().workplaceId} and next_attempt_at > now()`),
    ).toEqual([]);
  });

  it('refuses a number without a carrier for good, until the service is connected again', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    failure = new ConnectorError('rejected', 'which carrier?', { code: 'carrier_unknown' });
    await register();
    expect(await numbers()).toMatchObject([{ state: 'refused', error_key: 'TRACKING_CARRIER_UNKNOWN' }]);
  });

  it('reads a parcel when a signed webhook names it, and ignores others', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    await register();
    await poll();
    const [entry] = await db.global((tx) => findEntries(tx, [serviceId]));
    const body = Buffer.from('["N1"]');
    const raw = { headers: { sign: sign(body, 'key-1') }, body };
    const key = entry?.webhook_key ?? '';
    expect(await takeTrackingWebhook(deps, 'trackall', 'nobody', raw)).toBe('unknown');
    expect(await takeTrackingWebhook(deps, 'trackall', key, { ...raw, headers: { sign: 'x' } })).toBe('refused');
    known.set('N1', { number: 'N1', state: 'exception', events: [] });
    calls.length = 0;
    await poll();
    expect(calls).toEqual([]);
    expect(await takeTrackingWebhook(deps, 'trackall', key, raw)).toBe('taken');
    await poll();
    expect(calls).toEqual(['read 1']);
    expect((await parcels())[0]?.state).toBe('exception');
  });

  it('lets a job wait as long as a busy service says', async () => {
    await ship('P1', { trackingNumber: 'N1' });
    await poll();
    await register();
    failure = new ConnectorError('rate-limited', 'slow down', { retryAfterMs: 1_234 });
    await makeDue();
    await expect(poll()).rejects.toMatchObject({ name: 'Later', afterMs: 1_234 });
  });
});
