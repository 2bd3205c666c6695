import { describe, expect, it } from 'vitest';
import { getClaimDates, getPromisedDelivery, getReceived } from './refund-request.ts';

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

  it('counts by the last receipt where that is later than the promise and some items are missing', () => {
    const partly = { supplier: 'quayside', receivedAt: null, partlyReceivedAt: at(45), promisedAt: at(10) };
    expect(getClaimDates(partly, at(75)).isOver).toBe(false);
    expect(getClaimDates(partly, at(76)).isOver).toBe(true);
    expect(getClaimDates({ ...partly, partlyReceivedAt: at(5) }, at(40)).isOver).toBe(false);
    expect(getClaimDates(partly, at(0)).deadline.slice(0, 10)).toBe(at(40).slice(0, 10));
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

it('gives each request only what was refunded after it', () => {
  expect(getReceived({ agreed: 500, credited_before: 1_000 }, 900)).toBe(0);
  expect(getReceived({ agreed: 500, credited_before: 1_000 }, 1_200)).toBe(200);
  expect(getReceived({ agreed: 500, credited_before: 1_000 }, 9_000)).toBe(500);
});
