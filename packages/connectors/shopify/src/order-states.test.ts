import { expect, test } from 'vitest';
import { fakeContext, getAnswer } from './fake-context.ts';
import { orderStates } from './orders.ts';

const id = (n: number) => `gid://shopify/Order/${n}`;
const amount = (text: string, currencyCode = 'USD') => ({ shopMoney: { amount: text, currencyCode } });
const node = (n: number, change: object = {}) => ({
  id: id(n),
  updatedAt: '2026-11-02T10:00:00Z',
  cancelledAt: null,
  fullyPaid: true,
  displayFinancialStatus: 'PAID',
  paymentGatewayNames: ['shopify_payments'],
  totalPriceSet: amount('55.00'),
  ...change,
});

test.each([
  ['an amount that is none', { totalPriceSet: amount('1,234') }],
  ['a currency that is none', { totalPriceSet: amount('55.00', 'USDTX') }],
  ['a date that is none', { updatedAt: 'soon' }],
  ['no total', { totalPriceSet: null }],
])('an order with %s is left out, and the others are returned', async (_name, fault) => {
  const nodes = [node(1), node(2, fault), null, node(4)];
  const ctx = fakeContext(() => getAnswer(200, { data: { nodes } }));
  const states = await orderStates(ctx, [1, 2, 3, 4].map(id));
  expect(states.map((state) => state.externalOrderId)).toEqual([id(1), id(4)]);
  expect(ctx.sent).toHaveLength(1);
});
