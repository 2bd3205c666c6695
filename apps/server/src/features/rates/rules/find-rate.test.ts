import { describe, expect, it } from 'vitest';
import { findPublished, findRate, findTyped, type PublishedRate, type TypedRate } from './find-rate.ts';

const published = (currency: string, per_euro: string, day: string, asked_day = '2026-11-26'): PublishedRate => ({
  ...{ asked_day, currency, day, per_euro, source: 'European Central Bank' },
});
const typed = (from_currency: string, to_currency: string, rate: string): TypedRate => ({
  ...{ from_currency, to_currency, rate, day: '2026-11-01' },
});
const ask = (from: string, to: string, day = '2026-11-26') => ({ from, to, day });

describe('findPublished', () => {
  const rows = [published('USD', '1.25', '2026-11-25'), published('GBP', '0.8', '2026-11-24')];
  it.each([
    ['USD', 'EUR', '0.8', '2026-11-25'],
    ['EUR', 'USD', '1.25', '2026-11-25'],
    // A pair is as old as the older of its two rates.
    ['USD', 'GBP', '0.64', '2026-11-24'],
  ])('from %s to %s', (from, to, rate, day) =>
    expect(findPublished(ask(from, to), rows)).toEqual({ from, to, rate, day, source: 'European Central Bank' }),
  );
  it('has none where a currency or the day is missing', () => {
    expect(findPublished(ask('USD', 'SAR'), rows)).toBeUndefined();
    expect(findPublished(ask('USD', 'EUR', '2026-11-20'), rows)).toBeUndefined();
  });
});

describe('findTyped', () => {
  it('works in both directions', () => {
    const rows = [typed('USD', 'SAR', '4')];
    expect(findTyped({ from: 'USD', to: 'SAR' }, rows)).toMatchObject({ rate: '4', source: null, day: '2026-11-01' });
    expect(findTyped({ from: 'SAR', to: 'USD' }, rows)).toMatchObject({ rate: '0.25', source: null });
    expect(findTyped({ from: 'SAR', to: 'EUR' }, rows)).toBeUndefined();
  });
});

it('prefers the published rate', () => {
  const own = [typed('USD', 'EUR', '0.95')];
  expect(findRate(ask('USD', 'EUR'), [published('USD', '1.25', '2026-11-25')], own)).toMatchObject({ rate: '0.8' });
  expect(findRate(ask('USD', 'EUR'), [], own)).toMatchObject({ rate: '0.95', source: null });
});
