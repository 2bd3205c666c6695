import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getClaimDates, getPromisedDelivery, getReceived, getRefundLimit } from './refund-request.ts';

const at = (day: number, hour = 12): string => new Date(Date.UTC(2026, 0, 1 + day, hour)).toISOString();

describe('B330: requests until 30 days after receipt', () => {
  const received = { supplier: 'quayside', receivedAt: at(0), promisedAt: at(-20) };
  it.each([
    [at(30, 0), false],
    [at(30, 23), false],
    [at(31, 0), true],
    [at(31, 12), true],
  ])('at %s: over is %s', (now, isOver) => expect(getClaimDates(received, now).isOver).toBe(isOver));

  it('counts items that never arrived by the promised delivery', () => {
    const never = { supplier: 'quayside', receivedAt: null, promisedAt: at(10) };
    expect(getClaimDates(never, at(40)).isOver).toBe(false);
    expect(getClaimDates(never, at(41)).isOver).toBe(true);
  });

  it("ends the supplier's own window earlier where it is shorter", () => {
    const { deadline, isOver } = getClaimDates({ ...received, supplier: 'aliexpress' }, at(16));
    expect([deadline.slice(0, 10), isOver]).toEqual([at(15).slice(0, 10), false]);
    expect(getClaimDates({ ...received, supplier: 'unheard-of' }, at(0)).deadline.slice(0, 10)).toBe(
      at(7).slice(0, 10),
    );
    expect(getClaimDates({ ...received, supplier: 'constructor' }, at(0)).deadline.slice(0, 10)).toBe(
      at(7).slice(0, 10),
    );
  });
});

it('promises delivery after the longest times of the shipping method, or 33 days', () => {
  const quote = {
    serviceName: 'Fast',
    amount: { amount: 1, currency: 'USD' },
    processingDaysMax: 2,
    deliveryDaysMax: 8,
  };
  expect(getPromisedDelivery(at(0), quote)).toBe(at(10));
  expect(getPromisedDelivery(at(0), null)).toBe(at(33));
});

describe('the most that can be requested', () => {
  const two = { quantity: 2, asked: 1, unit_cost: 1_000 };
  it.each([
    ['one of two items', 2_400, 0, [two], 1_000],
    ['all items, with shipping', 2_400, 0, [{ ...two, asked: 2 }], 2_400],
    ['what is left', 2_400, 1_900, [two], 500],
    ['nothing', 2_400, 2_400, [two], 0],
    ['what is left, for an unknown cost', 2_400, 0, [{ ...two, unit_cost: null }], 2_400],
    ['of lines that are not asked for, nothing', 5_000, 0, [two, { quantity: 1, asked: 0, unit_cost: null }], 1_000],
  ])('%s', (_what, paid, spent, lines, most) => expect(getRefundLimit(paid, spent, lines)).toBe(most));

  it('never exceeds the payment, however requests add up', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      asked: fc.integer({ min: 0, max: 9 }),
      unit_cost: fc.option(fc.integer({ min: 0, max: 10_000 })),
    });
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        (paid, all) => {
          let spent = 0;
          for (const lines of all) spent += getRefundLimit(paid, spent, lines);
          return spent <= paid;
        },
      ),
    );
  });
});

it('gives each request only what was refunded after it', () => {
  expect(getReceived({ agreed: 500, credited_before: 1_000 }, 900)).toBe(0);
  expect(getReceived({ agreed: 500, credited_before: 1_000 }, 1_200)).toBe(200);
  expect(getReceived({ agreed: 500, credited_before: 1_000 }, 9_000)).toBe(500);
});
