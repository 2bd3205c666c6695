import { expect, it } from 'vitest';
import { HISTORY_DAYS, planHistory, type Ware } from './plan.ts';
import { randomOf } from './random.ts';
import { topupsFor } from './wallet.ts';

const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const wares = Array.from(
  { length: 12 },
  (_, n): Ware => ({
    productId: `${n}`,
    variantId: `v${n}`,
    sourceVariantId: `s${n}`,
    countries: ['US', 'DE', 'GB', 'FR', 'CA'],
  }),
);
const planFor = (seed: string) => planHistory({ now: NOW, stores: [wares, wares], unpaidIn: 0, seed });

it('is the same for the same seed, and another for another', () => {
  expect(planFor('a')).toEqual(planFor('a'));
  expect(planFor('a')).not.toEqual(planFor('b'));
});

it.each(['a', 'b', 'c', 'd'])('grows over 90 days (%s)', (seed) => {
  const plan = planFor(seed);
  expect(plan.length).toBeGreaterThan(150);
  expect(plan.length).toBeLessThan(300);
  const ageOf = (at: string) => (NOW - Date.parse(at)) / DAY;
  const sales = (from: number, to: number) => plan.filter(({ at }) => ageOf(at) < from && ageOf(at) >= to).length;
  expect(sales(30, 0)).toBeGreaterThan(sales(HISTORY_DAYS, 60) * 1.3);
});

it('has every state, whatever the seed, the weekday and the hour', () => {
  for (let n = 0; n < 28; n += 1) {
    const now = NOW + n * (DAY + 6 * 3_600_000);
    const plan = planHistory({ now, stores: [wares, wares], unpaidIn: 0, seed: `seed ${n}` });
    const has = (wanted: (order: (typeof plan)[number]) => unknown) => expect(plan.some(wanted), `${n} ${wanted}`);
    const states = plan.flatMap(({ parcel }) => (parcel ? [parcel.state] : []));
    expect(states).toEqual(
      expect.arrayContaining(['in_transit', 'delivered', 'exception', 'delivery_failure', 'available_for_pickup']),
    );
    has(({ refund }) => refund?.isUnsent).toBe(true);
    has(({ refund }) => refund && !refund.isUnsent).toBe(true);
    has(({ cancelledAt }) => cancelledAt).toBe(true);
    has(({ paidAt, placedAt }) => placedAt && !paidAt).toBe(true);
    has(({ lines, paidAt, parcel }) => paidAt && !parcel && lines.length === 2).toBe(true);
    expect(new Set(plan.map(({ payment }) => payment))).toEqual(new Set(['paid', 'pending', 'failed']));
    has(({ lines }) => lines.some((line) => 'title' in line)).toBe(true);
  }
});

it('has nothing in the future, and each step after the one before', () => {
  for (const { at, cancelledAt, packedAt, paidAt, parcel, placedAt, refund } of planFor('e')) {
    const steps = [at, placedAt, paidAt, packedAt].flatMap((one) => one ?? []);
    expect(steps.toSorted()).toEqual(steps);
    const all = [...steps, cancelledAt, refund?.at, ...(parcel?.events.map((event) => event.at) ?? [])];
    for (const one of all) if (one) expect(Date.parse(one)).toBeLessThan(NOW);
  }
});

it('tops up before money is short', () => {
  const payments = Array.from({ length: 40 }, (_, n) => ({
    kind: 'payment' as const,
    at: new Date(NOW - (40 - n) * DAY).toISOString(),
    key: `p${n}`,
    amount: n === 20 ? 90_000 : 2_300 + n,
    supplier: 'quayside',
    reference: {},
  }));
  const topups = topupsFor(payments, 50_000, randomOf('w'));
  const moves = [
    ...payments.map(({ amount, at }) => ({ at, by: -amount })),
    ...topups.map(({ amount, at }) => ({ at, by: amount })),
  ];
  let balance = 50_000;
  for (const { by } of moves.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    balance += by;
    expect(balance).toBeGreaterThan(0);
  }
  expect(topups.length).toBeGreaterThan(2);
});
