import { money } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findTrackingPage } from '../fulfilment/index.ts';
import { register as registerMail } from '../shopper-mail/index.ts';
import { createAddress } from './actions/change-addresses.ts';
import { approveReturn, endReturn, rejectReturn } from './actions/decide-return.ts';
import { exchangeItems } from './actions/exchange-items.ts';
import { receiveReturn, sendBack } from './actions/receive-return.ts';
import { requestReturnRefund } from './actions/request-refund.ts';
import { requestReturn } from './actions/request-return.ts';
import { withdrawReturnRefund } from './actions/withdraw-refund.ts';
import { findMailedReturn } from './queries/mailed-return.ts';
import { returnList } from './queries/return-view.ts';

/** Whatever people and the store do in whatever order: money and items balance, and states move as the table says. */
const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop } = world;
const mail = registerMail(deps, {
  findParcels: async () => [],
  findReturn: findMailedReturn,
  findPage: findTrackingPage,
});
const handlers = [...world.handlers, ...(mail.jobs ?? [])];
const TOTAL = 8_000;
const BOUGHT = 3;

const step = fc.record({
  kind: fc.constantFrom(
    'request',
    'request',
    'approve',
    'approve',
    'keep',
    'reject',
    'sendBack',
    'receive',
    'receive',
    'refund',
    'refund',
    'outside',
    'withdraw',
    'exchange',
    'cancel',
    'close',
    'work',
    'storeRefunds',
    'lostAnswer',
    'refused',
  ),
  which: fc.nat(3),
  count: fc.integer({ min: 1, max: BOUGHT }),
  amount: fc.integer({ min: 1, max: TOTAL }),
});

let next = 20_000;

it('random steps never refund more than was paid, nor return more than was bought', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const owner = await world.owner(0);
      const { workplaceId } = owner.scope;
      shop.heal();
      shop.refunds.length = 0;
      shop.refundedThere.clear();
      await db.global((tx) => tx.run(sql`delete from test_job`));
      next += 1;
      const made = fakeOrder(next, {
        lines: [orderLine('a', 'SKU-A', { quantity: BOUGHT })],
        subtotal: money(7_500, 'USD'),
        total: money(TOTAL, 'USD'),
      });
      shop.orders.set(made.externalOrderId, made);
      await world.ordering.onOrderChanged(owner.scope, owner.storeId, made.externalOrderId);
      const row = await db.read(owner.scope, (ex) =>
        ex.first<{ order_id: string; line_id: string }>(sql`select order_id, line_id from order_line
          where workplace_id = ${workplaceId}`),
      );
      const { order_id = '', line_id = '' } = row ?? {};
      const address = { name: 'A', address1: '1', address2: '', city: 'B', province: '', postal_code: '', phone: '' };
      const scope = { country_code: 'DE', store_id: null, source: null };
      await createAddress(deps, owner.who, { ...address, ...scope });

      const returns = () => returnList(deps, owner.who, { page_size: 100 });
      const work = async () => {
        await world.jobs.drain(handlers);
        await world.passTime(owner, 120);
      };
      for (const [at, { kind, which, count, amount }] of steps.entries()) {
        const { items } = await returns();
        const one = items[which % Math.max(1, items.length)];
        const id = one?.return_id ?? '0198c0de-0000-7000-8000-000000000000';
        const { who } = owner;
        const refund = { amount, restock: false, note: '' };
        const act = {
          request: () =>
            requestReturn(deps, who, {
              order_id,
              kind: 'refund',
              reason: 'other',
              customer_note: '',
              lines: [{ line_item_id: line_id, quantity: count }],
              outside_window: false,
              idempotency_key: `random-step-${at}`,
            }),
          approve: () => approveReturn(deps, who, id, { customer_keeps: false, instructions: '' }),
          keep: () => approveReturn(deps, who, id, { customer_keeps: true, instructions: '' }),
          reject: () => rejectReturn(deps, who, id, 'no'),
          sendBack: () => sendBack(deps, who, id, { carrier: '', tracking_number: '' }),
          receive: () =>
            receiveReturn(deps, who, id, [{ line_item_id: line_id, received: count, disposition: 'discarded' }]),
          refund: () => requestReturnRefund(deps, who, id, { ...refund, method: 'gateway' }),
          outside: () => requestReturnRefund(deps, who, id, { ...refund, method: 'outside' }),
          withdraw: () => withdrawReturnRefund(deps, who, id),
          exchange: () => exchangeItems(deps, world.returnPorts, who, id, []),
          cancel: () => endReturn(deps, who, id, 'cancel', 'no'),
          close: () => endReturn(deps, who, id, 'close', 'no'),
          work,
          async storeRefunds() {
            const known = shop.refundedThere.get(made.externalOrderId) ?? 0;
            const ours = shop.refunds.reduce((sum, given) => sum + given.amount.amount, 0);
            const more = Math.min(amount, TOTAL - known - ours);
            shop.refundedThere.set(made.externalOrderId, known + more);
          },
          lostAnswer: async () => shop.fault('createRefund', { kind: 'unknown', after: true }),
          refused: async () => shop.fault('createRefund', { kind: 'rejected' }),
        }[kind];
        // A refusal is an answer; a broken constraint is not.
        await Promise.resolve(act()).catch((error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'AppError') throw error;
        });
      }
      shop.heal();
      for (let round = 0; round < 12; round++) await work();

      const { items } = await returns();
      const live = items.filter((one) => !['rejected', 'canceled', 'closed'].includes(one.state));
      const taken = live.flatMap((one) =>
        one.lines.map((line) =>
          ['refunded', 'exchanged'].includes(one.state) && !one.customer_keeps
            ? (line.received ?? line.quantity)
            : line.quantity,
        ),
      );
      expect(taken.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(BOUGHT);
      expect(items.filter((one) => one.state === 'refunding')).toEqual([]);
      const inStore = shop.refunds.reduce((sum, given) => sum + given.amount.amount, 0);
      const there = shop.refundedThere.get(made.externalOrderId) ?? 0;
      expect(inStore + there).toBeLessThanOrEqual(TOTAL);
      const booked = items.filter((one) => one.state === 'refunded').map((one) => one.refund?.amount.amount ?? 0);
      expect(booked.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(TOTAL);
      const viaStore = items.filter((one) => one.state === 'refunded' && one.refund?.method === 'gateway');
      expect(viaStore).toHaveLength(shop.refunds.length);
      expect(new Set(shop.refunds.map((given) => given.ref)).size).toBe(shop.refunds.length);
    }),
    { numRuns: 25 },
  );
}, 240_000);
