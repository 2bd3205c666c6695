import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { countPurchases, listPurchases } from './queries/purchases.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

it('B358: shows a supplier order that is not paid under one group, a paid one under another', async () => {
  const { scope, ...owner } = await world.owner(1_000_000);
  const groups = () =>
    db.read(scope, async (ex) => {
      const { waiting_payment, order_placed, failed } = await countPurchases(ex, scope.workplaceId, {});
      const listed = async (group: 'waiting_payment' | 'order_placed' | 'failed') =>
        (await listPurchases(ex, scope.workplaceId, { group: [group], page_size: 10 }, 'en')).items.length;
      expect(await listed('waiting_payment')).toBe(waiting_payment);
      expect(await listed('order_placed')).toBe(order_placed);
      expect(await listed('failed')).toBe(failed);
      return { waiting_payment, order_placed, failed };
    });
  await world.request({ scope, ...owner }, fakeOrder(1));
  expect(await groups()).toEqual({ waiting_payment: 0, order_placed: 0, failed: 0 });
  world.own.fault('payOrder', { kind: 'unknown' });
  await world.jobs.drain(world.handlers);
  expect(await groups()).toEqual({ waiting_payment: 1, order_placed: 0, failed: 0 });
  await world.settle({ scope, ...owner });
  expect(await groups()).toEqual({ waiting_payment: 0, order_placed: 1, failed: 0 });
  world.own.fault('payOrder', { kind: 'rejected', code: 'balance_too_low' });
  await world.request({ scope, ...owner }, fakeOrder(2));
  await world.settle({ scope, ...owner });
  expect(await groups()).toEqual({ waiting_payment: 0, order_placed: 1, failed: 1 });
});
