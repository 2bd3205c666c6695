import { newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { isOfBefore, isOfWorkplace, isSameOrder, referenceFor } from './reference.ts';

const workplaceId = '0199c0de-0000-7000-8000-000000000001';
const base = { workplaceId, platform: 'shopify', domain: 'a.myshopify.com', externalOrderId: '5001', round: 0 };
const of = (change: Partial<Parameters<typeof referenceFor>[0]> = {}) =>
  referenceFor({ ...base, externalLineIds: ['1', '2'], ...change });

it('is the same for the same purchase, in any order of its lines, and fits every supplier', () => {
  expect(of()).toBe(of({ externalLineIds: ['2', '1'] }));
  expect(of()).toMatch(/^R[0-9A-Z]{27}$/);
  // Kept: a supplier knows orders by it.
  expect(of()).toBe(referenceFor({ ...base, externalLineIds: ['1', '2'] }));
});

it('differs by workplace, store, order, lines and round', () => {
  const all = [
    of(),
    of({ workplaceId: newId() }),
    of({ platform: 'woocommerce' }),
    of({ domain: 'b.myshopify.com' }),
    of({ externalOrderId: '5002' }),
    of({ externalLineIds: ['1'] }),
    of({ externalLineIds: ['12'] }),
    of({ round: 1 }),
  ];
  expect(new Set(all).size).toBe(all.length);
});

it('tells the workplace and the order apart', () => {
  expect(isOfWorkplace(of(), workplaceId)).toBe(true);
  expect(isOfWorkplace(of({ workplaceId: newId() }), workplaceId)).toBe(false);
  expect(isOfWorkplace('QAAAAAAAAAAAAAAAAAAAAAAAAA', workplaceId)).toBe(false);
  expect(isSameOrder(of(), of({ round: 3, externalLineIds: ['1'] }))).toBe(true);
  expect(isSameOrder(of(), of({ externalOrderId: '5002' }))).toBe(false);
  expect(isSameOrder('somebody', 'somebody')).toBe(false);
  expect([isOfBefore('QAAAAAAAAAAAAAAAAAAAAAAAAA'), isOfBefore(of())]).toEqual([true, false]);
});
