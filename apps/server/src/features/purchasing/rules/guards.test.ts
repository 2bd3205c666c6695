import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { GUARDS, type GuardFacts, type GuardSetting, hasGuards, judge, NO_GUARDS } from './guards.ts';

const FACTS: GuardFacts = {
  risk: 'low',
  isDisputed: false,
  duplicateOf: undefined,
  cost: 2_000,
  costCurrency: 'USD',
  paid: 5_000,
  isWhole: true,
  day: 9_000,
};
const text = (amount: number): string => (amount / 100).toFixed(2);
const stops = (
  setting: Partial<GuardSetting>,
  facts: Partial<GuardFacts> = {},
  approvals: Parameters<typeof judge>[2] = [],
) => judge({ ...NO_GUARDS, ...setting }, { ...FACTS, ...facts }, approvals, text);

test('without settings every order passes', () => {
  expect(hasGuards(NO_GUARDS)).toBe(false);
  const facts = { risk: 'high', isDisputed: true, duplicateOf: '#1', cost: 99_999, paid: 1, day: 99_999 } as const;
  expect(stops({}, facts)).toEqual([]);
});

describe.each<[string, Partial<GuardSetting>, Partial<GuardFacts>, Partial<GuardFacts>, object]>([
  ['fraud', { fraud: true }, { risk: 'high' }, { risk: 'medium' }, {}],
  ['dispute', { dispute: true }, { isDisputed: true }, { isDisputed: false }, {}],
  ['duplicate', { duplicate_hours: 24 }, { duplicateOf: '#1001' }, {}, { order: '#1001', hours: 24 }],
  ['profit', { profit_amount: 3_001 }, {}, { cost: 1_999 }, { profit: '30.00', limit: '30.01' }],
  ['profit', { profit_percent: 61 }, {}, { cost: 1_950 }, { profit: '30.00', limit: '30.50' }],
  ['order_ceiling', { order_ceiling: 1_999 }, {}, { cost: 1_999 }, { cost: '20.00', limit: '19.99' }],
  ['day_ceiling', { day_ceiling: 8_999 }, {}, { day: 8_999 }, { cost: '90.00', limit: '89.99' }],
  ['approval', { approval_above: 1_999 }, {}, { cost: 1_999 }, { cost: '20.00', limit: '19.99' }],
  ['rate', { order_ceiling: 1 }, { cost: 'rate', costCurrency: 'CNY' }, { cost: 1 }, { currency: 'CNY' }],
])('the guard %s with %o', (guard, setting, stopped, passes, params) => {
  it('stops an order and says the figure', () => {
    expect(stops(setting, stopped)).toMatchObject([{ guard, params }]);
  });
  it('lets others pass', () => expect(stops(setting, passes)).toEqual([]));
  it('does nothing while it is off', () => expect(stops({}, stopped)).toEqual([]));
});

test('money that is not known yet is judged later', () => {
  const setting = { profit_amount: 1, order_ceiling: 1, approval_above: 1 };
  expect(stops(setting, { cost: undefined })).toEqual([]);
  expect(stops({ profit_amount: 9_999 }, { isWhole: false })).toEqual([]);
});

test('an approval covers its guard up to its figure', () => {
  const setting = { order_ceiling: 1_000, approval_above: 1_000 };
  const guards = (approved: number, cost: number) =>
    stops(setting, { cost }, [{ guard: 'order_ceiling', figure: approved }]).map((stop) => stop.guard);
  expect(guards(2_000, 2_000)).toEqual(['approval']);
  expect(guards(2_000, 2_001)).toEqual(['order_ceiling', 'approval']);
  const loss = (figure: number) => stops({ profit_amount: 4_000 }, {}, [{ guard: 'profit', figure }]);
  expect(loss(-3_000)).toEqual([]);
  expect(loss(-3_001)).toHaveLength(1);
});

test('approving every stop of an order lets it pass, and a higher cost never removes one', () => {
  const money = fc.integer({ min: 0, max: 100_000 });
  const limit = fc.option(money);
  const setting = fc.record({
    fraud: fc.boolean(),
    dispute: fc.boolean(),
    duplicate_hours: fc.option(fc.integer({ min: 1, max: 72 })),
    profit_amount: limit,
    profit_percent: fc.option(fc.integer({ min: 0, max: 100 })),
    order_ceiling: limit,
    day_ceiling: limit,
    approval_above: limit,
    wait: fc.constant('none' as const),
    wait_at: fc.constant('09:00'),
  });
  const facts = fc.record({
    risk: fc.constantFrom('low' as const, 'high' as const, null),
    isDisputed: fc.boolean(),
    duplicateOf: fc.option(fc.constant('#1'), { nil: undefined }),
    cost: money,
    costCurrency: fc.constant('USD'),
    paid: money,
    isWhole: fc.boolean(),
    day: money,
  });
  fc.assert(
    fc.property(setting, facts, money, (given, known, more) => {
      const found = judge(given, known, [], text);
      expect(judge(given, known, found, text)).toEqual([]);
      const dearer = judge(given, { ...known, cost: known.cost + more, day: known.day + more }, [], text);
      expect(dearer.map((stop) => stop.guard)).toEqual(expect.arrayContaining(found.map((stop) => stop.guard)));
      const order = found.map((stop) => GUARDS.indexOf(stop.guard));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }),
  );
});
