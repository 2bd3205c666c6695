import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { NO_SETTING } from './choose-method.ts';
import { type CombinableOrder, combinable, normalizeAddress, wholePackage } from './combine.ts';
import { type BuyConnection, type BuyLine, type BuyOrder, planOrder } from './plan-order.ts';
import type { Quoted } from './plan-shipping.ts';

const address = { firstName: 'Jane', address1: '1 Main St.', city: 'Leiden', countryCode: 'NL', postalCode: '2312 AB' };
const connection: BuyConnection = {
  connection_id: 'c',
  supplier: 'quayside',
  mode: 'sandbox',
  payer: 'wallet',
  status: 'active',
  label: 'Quayside',
  setting: NO_SETTING,
};
const quote: Quoted = {
  state: 'known',
  options: [
    { serviceName: 'Slow', amount: money(400, 'USD') },
    { serviceName: 'Fast', amount: money(900, 'USD') },
  ],
  stale: false,
};
const line = (id: string, more: Partial<BuyLine> = {}): BuyLine => ({
  line_id: id,
  title: id,
  state: 'ready',
  source: 'quayside',
  source_product_id: `p${id}`,
  source_variant_id: `v${id}`,
  source_sku: id,
  pieces: 1,
  pieces_per_unit: 1,
  unit_cost: 500,
  cost_currency: 'USD',
  shipping_method: null,
  ...more,
});

interface Changes {
  order?: Partial<BuyOrder>;
  lines?: BuyLine[];
  connection?: Partial<BuyConnection>;
  quoted?: Quoted | null;
}
const make = (
  id: string,
  { order = {}, lines = [line(`${id}1`)], connection: other = {}, quoted = quote }: Changes = {},
  more: Partial<CombinableOrder> = {},
): CombinableOrder => {
  const whole: BuyOrder = {
    order_id: id,
    mode: 'sandbox',
    cancelled_at: null,
    financial_status: 'paid',
    address,
    ...order,
  };
  const suppliers = [
    { ...connection, ...other },
    { ...connection, connection_id: 'd', supplier: 'cj' as const },
  ];
  return {
    order: whole,
    storeId: 's',
    currency: 'USD',
    email: 'jane@example.com',
    lineIds: lines.map((one) => one.line_id),
    plan: planOrder(whole, lines, suppliers, () => () => quoted ?? undefined),
    ...more,
  };
};
const together = (...orders: CombinableOrder[]): string[][] =>
  combinable(orders).map((group) => group.members.map((one) => one.order.order_id));

it('combines orders of one customer to one address', () => {
  const [group] = combinable([make('a'), make('b'), make('c')]);
  expect(group?.members.map((one) => one.order.order_id)).toEqual(['a', 'b', 'c']);
  expect(group).toMatchObject({ method: 'Slow', connection: { connection_id: 'c' } });
});

it('ignores case, spacing and punctuation of addresses and emails', () => {
  const same = { ...address, firstName: 'JANE', address1: '1  main st', postalCode: '2312ab' };
  expect(together(make('a'), make('b', { order: { address: same } }, { email: ' Jane@Example.com' }))).toEqual([
    ['a', 'b'],
  ]);
  expect(normalizeAddress({ ...address, address2: 'Flat 2' })).not.toBe(normalizeAddress(address));
});

it('does not combine orders that differ in what a supplier order has once', () => {
  const a = make('a');
  const different: Record<string, CombinableOrder> = {
    address: make('b', { order: { address: { ...address, address1: '2 Main St.' } } }),
    name: make('b', { order: { address: { ...address, firstName: 'June' } } }),
    mode: make('b', { order: { mode: 'live' }, connection: { mode: 'live' } }),
    store: make('b', {}, { storeId: 't' }),
    currency: make('b', {}, { currency: 'EUR' }),
    email: make('b', {}, { email: 'june@example.com' }),
    connection: make('b', { connection: { connection_id: 'e' } }),
    payer: make('b', { connection: { payer: 'own-account' } }),
    method: make('b', { lines: [line('b1', { shipping_method: 'Fast' })] }),
  };
  for (const [name, b] of Object.entries(different)) expect(together(a, b), name).toEqual([]);
});

it('does not combine orders of unknown customers', () => {
  for (const email of [null, '', ' ']) expect(together(make('a', {}, { email }), make('b', {}, { email }))).toEqual([]);
});

it('combines only orders that are bought whole, in one package with a known method', () => {
  const a = make('a');
  const partly: Record<string, CombinableOrder> = {
    placed: make('b', { lines: [line('b1'), line('b2', { state: 'placed' })] }),
    unmapped: make('b', { lines: [line('b1'), line('b2', { state: 'unmapped', source: null })] }),
    suppliers: make('b', { lines: [line('b1'), line('b2', { source: 'cj' })] }),
    methods: make('b', { lines: [line('b1', { shipping_method: 'Fast' }), line('b2')] }),
    unquoted: make('b', { quoted: null }),
    cancelled: make('b', { order: { cancelled_at: '2026-01-01T00:00:00Z' } }),
    refunded: make('b', { order: { financial_status: 'refunded' } }),
  };
  expect(wholePackage(a)?.lines.map((one) => one.line_id)).toEqual(['a1']);
  for (const [name, b] of Object.entries(partly)) {
    expect(wholePackage(b), name).toBeUndefined();
    expect(together(a, b), name).toEqual([]);
  }
});

it('makes a group for each customer', () => {
  const other = { email: 'june@example.com' };
  expect(
    together(make('a'), make('b', {}, other), make('c'), make('d', {}, other), make('e', {}, { email: 'x' })),
  ).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
});
