import type { ConnectorContext } from '@quayside/connector-kit';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { createPaying } from './actions/pay-supplier-order.ts';
import { createPlacing } from './actions/place-supplier-order.ts';
import { createStoreGate } from './actions/store-gate.ts';
import { findPurchasesOfOrders } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { own, jobs } = world;
const MONEY = 1_000_000;
const COST = 2_400;

/** Of another process. */
const tools = () => ({
  deps: world.deps,
  patience: PATIENCE,
  progress: world.buying.progress,
  storeGate: createStoreGate(world.deps),
});

const EFFECTS = [
  { call: 'createOrder', create: createPlacing },
  { call: 'payOrder', create: createPaying },
] as const;

let owner: Owner;
let next = 1;
beforeEach(async () => {
  owner = await world.owner(MONEY);
  own.books.orders.length = 0;
  own.books.payments.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

async function begin(): Promise<string> {
  next += 1;
  return world.request(owner, fakeOrder(next));
}

const rowOf = async (orderId: string) => {
  const [row] = await db.read(owner.scope, (ex) => findPurchasesOfOrders(ex, owner.scope.workplaceId, [orderId]));
  if (!row) throw new Error('no supplier order');
  return row;
};

async function expectOnce(orderId: string): Promise<void> {
  expect(own.books.orders).toHaveLength(1);
  expect(own.books.payments.map((one) => one.amount.amount)).toEqual([COST]);
  expect(await rowOf(orderId)).toMatchObject({ state: 'placed', pay_state: 'paid' });
  const wallet = await db.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox'));
  expect(wallet).toMatchObject({ bonus: MONEY - COST, reserved: 0 });
}

describe.each(EFFECTS)('two workers on one row: $call', ({ call, create }) => {
  /** Another process comes to the row while the first one's call is under way; what its job says to that. */
  async function meet(before: () => Promise<void>): Promise<{ orderId: string; said: string }> {
    const orderId = await begin();
    let said = 'nothing';
    const meanwhile = async () => {
      await before();
      const another = create(tools());
      const { supplier_order_id: id } = await rowOf(orderId);
      said = await another.run(owner.scope, id).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : 'no error'),
      );
    };
    // The first worker's call has its effect only after the other one was there.
    own.fault(call, { kind: 'unknown', after: true, meanwhile });
    await jobs.drain(world.handlers);
    return { orderId, said };
  }

  it('leaves it to the one that holds it', async () => {
    const { orderId, said } = await meet(async () => undefined);
    expect(said).toContain('another worker');
    await world.settle(owner);
    await expectOnce(orderId);
  });

  it('asks, and sends nothing, where the first one seems dead and is only slow', async () => {
    const { orderId, said } = await meet(() => world.passTime(owner, 46));
    expect(said).toContain('unknown');
    await world.settle(owner);
    await expectOnce(orderId);
  });

  it('gives a row that is asked for twice at once to one of the two', async () => {
    const orderId = await begin();
    if (call === 'payOrder') {
      const place = createPlacing(tools());
      await place.run(owner.scope, (await rowOf(orderId)).supplier_order_id);
      await db.global((tx) => tx.run(sql`delete from test_job`));
    }
    const worker = create(tools());
    const { supplier_order_id: id } = await rowOf(orderId);
    const ends = await Promise.allSettled([worker.run(owner.scope, id), worker.run(owner.scope, id)]);
    expect(ends.filter((end) => end.status === 'fulfilled').length).toBeGreaterThan(0);
    await world.passTime(owner, 200);
    await world.sweeping.now();
    await world.settle(owner);
    await expectOnce(orderId);
  });

  it('leaves a row as it is whose store is on its way to another workspace', async () => {
    const orderId = await begin();
    if (call === 'payOrder') await createPlacing(tools()).run(owner.scope, (await rowOf(orderId)).supplier_order_id);
    await db.global((tx) => tx.run(sql`delete from test_job`));
    own.calls.length = 0;
    const moving = (state: 'closing' | null) =>
      db.tenant(owner.scope, (tx) =>
        tx.run(sql`update store set moving = ${state} where workplace_id = ${owner.scope.workplaceId}`),
      );
    const openRow = () =>
      db.read(owner.scope, (ex) =>
        ex.first(sql`select state, pay_state, attempts, pay_attempts, sent_at, pay_sent_at, claimed_by, claimed_until, pauses
          from supplier_order where workplace_id = ${owner.scope.workplaceId}`),
      );
    const before = await openRow();
    await moving('closing');
    await expect(create(tools()).run(owner.scope, (await rowOf(orderId)).supplier_order_id)).rejects.toThrow('another');
    expect(await openRow()).toEqual(before);
    expect(own.calls).toEqual([]);
    await moving(null);
    await world.passTime(owner, 200);
    await world.sweeping.now();
    await world.settle(owner);
    await expectOnce(orderId);
  });
});

describe('a worker that freezes between two requests of a call', () => {
  /** Renews so seldom that it never does within a test, as a frozen process. */
  const frozen = () => ({ ...tools(), patience: { ...PATIENCE, renewMs: 3_600_000 } });
  const plain = { createOrder: own.createOrder, payOrder: own.payOrder };
  const noNetwork = world.deps.http;
  let sent: string[] = [];

  beforeEach(() => {
    sent = [];
    world.deps.http = {
      async send({ url }) {
        sent.push(url);
        return { status: 200, headers: {}, text: '', body: Buffer.from('') };
      },
    };
  });
  afterEach(() => {
    Object.assign(own, { createOrder: plain.createOrder, payOrder: plain.payOrder });
    world.deps.http = noNetwork;
  });

  /** The lease ends between the two requests that the call is made of. */
  const twoRequests =
    <Input, Result>(call: (ctx: ConnectorContext, input: Input) => Promise<Result>) =>
    async (ctx: ConnectorContext, input: Input): Promise<Result> => {
      await ctx.http.send({ method: 'POST', url: 'https://example.com/first', effect: true });
      await world.passTime(owner, 46);
      await ctx.http.send({ method: 'POST', url: 'https://example.com/second', effect: true });
      return call(ctx, input);
    };

  it('sends no second one of a placement', async () => {
    const orderId = await begin();
    own.createOrder = twoRequests(plain.createOrder);
    const { supplier_order_id: id } = await rowOf(orderId);
    await expect(createPlacing(frozen()).run(owner.scope, id)).rejects.toThrow('another worker');
    expect(sent).toEqual(['https://example.com/first']);
    own.createOrder = plain.createOrder;
    await world.settle(owner);
    await expectOnce(orderId);
  });

  it('sends no charge', async () => {
    const orderId = await begin();
    const { supplier_order_id: id } = await rowOf(orderId);
    await createPlacing(tools()).run(owner.scope, id);
    own.payOrder = twoRequests(plain.payOrder);
    await expect(createPaying(frozen()).run(owner.scope, id)).rejects.toThrow('another worker');
    expect(sent).toEqual(['https://example.com/first']);
    own.payOrder = plain.payOrder;
    await world.settle(owner);
    await expectOnce(orderId);
  });
});
