import { describe, expect, it } from 'vitest';
import {
  formatCompact,
  formatCount,
  formatDays,
  formatHour,
  formatMoney,
  formatMoneyShort,
  formatTimeAgo,
  knownCurrency,
  moneyParts,
} from './formats.ts';

describe('money', () => {
  it('B087: shows -- for a missing value and formats zero', () => {
    expect(formatMoney(null, 'USD', 'en')).toBe('--');
    expect(formatMoney(undefined, 'USD', 'en')).toBe('--');
    expect(formatMoney(Number.NaN, 'USD', 'en')).toBe('--');
    expect(formatMoney(0, 'USD', 'en')).toBe('$0.00');
  });
  it('B088: finds a currency in any case, takes USD for none, and leaves an unknown one bare', () => {
    expect(formatMoney(12.5, 'usd', 'en')).toBe('$12.50');
    expect(formatMoney(12.5, undefined, 'en')).toBe('$12.50');
    expect(formatMoney(12.5, '', 'en')).toBe('$12.50');
    expect(formatMoney(12.5, 'ZZZ', 'en')).toBe('12.5');
    expect(knownCurrency('eur')).toBe('EUR');
  });
  it('reads minor units by the decimals of their currency, and shows none or two', () => {
    expect(formatMoney({ amount: 1250, currency: 'USD' }, null, 'en')).toBe('$12.50');
    expect(formatMoney({ amount: 1250, currency: 'JPY' }, null, 'en')).toBe('¥1,250');
    expect(formatMoney({ amount: 12_345, currency: 'KWD' }, null, 'en')).toMatch(/12\.35/);
  });
  it('follows the language, with Latin digits everywhere', () => {
    expect(formatMoney(1234.5, 'EUR', 'de').replaceAll(/\s/g, ' ')).toBe('1.234,50 €');
    expect(formatMoney(12.5, 'USD', 'ar')).toMatch(/12\.50/);
  });
  it('gives its pieces in the order of the language', () => {
    expect(moneyParts(-3.2, 'EUR', 'en').pieces).toEqual([
      { text: '-', kind: 'sign' },
      { text: '€', kind: 'currency' },
      { text: '3.20', kind: 'number' },
    ]);
    expect(moneyParts(3.2, 'EUR', 'de').pieces.map((piece) => piece.kind)).toEqual(['number', 'currency']);
  });
  it('keeps its order between words from the right: sign, currency, number', () => {
    expect(formatMoney(-24.99, 'USD', 'ar')).toBe('\u2066-US$24.99\u2069');
    expect(moneyParts(-24.99, 'USD', 'ar').pieces).toEqual([
      { text: '-', kind: 'sign' },
      { text: 'US$', kind: 'currency' },
      { text: '24.99', kind: 'number' },
    ]);
  });
  it('B160: puts the symbol of five currencies after the amount, in every language', () => {
    for (const [code, text] of [
      ['PLN', '12.50 zł'],
      ['UAH', '12.50 ₴'],
      ['RUB', '12.50 ₽'],
      ['MXN', '12.50 $'],
    ] as const)
      expect(formatMoney(12.5, code, 'en').replaceAll(/\s/g, ' '), code).toBe(text);
    expect(formatMoney(-12.5, 'PLN', 'en').replaceAll(/\s/g, ' ')).toBe('-12.50 zł');
    expect(moneyParts(12.5, 'DZD', 'fr').pieces.map((piece) => piece.kind)).toEqual(['number', 'currency']);
    expect(moneyParts(12.5, 'PLN', 'ar').pieces.map((piece) => piece.kind)).toEqual(['number', 'currency']);
    expect(formatMoney(12.5, 'USD', 'en')).toBe('$12.50');
  });
  it('B161: writes no decimals where a currency has none, else two', () => {
    expect(formatMoney(1200, 'JPY', 'en')).toBe('¥1,200');
    expect(formatMoney(1200, 'USD', 'en')).toBe('$1,200.00');
    expect(formatMoney(5, 'TJS', 'en')).toMatch(/5\.00/);
  });
  it('shortens for axes', () => {
    expect(formatMoneyShort({ amount: 105_000, currency: 'USD' }, 'en')).toBe('$1.1K');
    expect(formatMoneyShort({ amount: 70_000, currency: 'USD' }, 'en')).toBe('$700');
    expect(formatMoneyShort({ amount: 45_000, currency: 'USD' }, 'ar')).toBe('\u2066US$450\u2069');
    expect(formatMoneyShort({ amount: 45_000, currency: 'PLN' }, 'en')).toBe('450\u00a0zł');
  });
});

describe('days', () => {
  it('names a span, or one number', () => {
    expect(formatDays(5, 7, 'en')).toBe('5–7 days');
    expect(formatDays(1, 1, 'en')).toBe('1 day');
    expect(formatDays(5, 7, 'de')).toBe('5–7 Tage');
    expect(formatDays(5, 7, 'ar')).toContain('أيام');
  });
});

describe('numbers', () => {
  it('B098: abbreviates with one digit and no trailing zero', () => {
    expect([999, 1500, 2_000_000, 3_000_000_000].map((value) => formatCompact(value, 'en'))).toEqual([
      '999',
      '1.5K',
      '2M',
      '3B',
    ]);
  });
  it('B073: caps a count with a plus', () => {
    expect(formatCount(99, 'en', 99)).toBe('99');
    expect(formatCount(100, 'en', 99)).toBe('99+');
    expect(formatCount(10_000, 'en')).toBe('10,000');
  });
});

describe('time ago', () => {
  const now = Date.parse('2025-11-21T12:00:00Z');
  const ago = (seconds: number, language = 'en') =>
    formatTimeAgo(new Date(now - seconds * 1000).toISOString(), language, 'Just now', now);
  it('B097: says Just now below a minute, then minutes, then hours below three', () => {
    expect(ago(0)).toBe('Just now');
    expect(ago(59)).toBe('Just now');
    expect(ago(60)).toBe('1 minute ago');
    expect(ago(59 * 60 + 59)).toBe('59 minutes ago');
    expect(ago(60 * 60)).toBe('1 hour ago');
    expect(ago(2 * 3600 + 59 * 60)).toBe('2 hours ago');
  });
  it('B097: gives day and time from three hours on', () => {
    expect(ago(3 * 3600)).toMatch(/^Nov 21, 2025 \d{1,2}:\d\d\s[AP]M$/);
  });
  it('speaks the language', () => {
    expect(ago(300, 'de')).toBe('vor 5 Minuten');
    expect(formatTimeAgo(undefined, 'en', 'Just now', now)).toBe('--');
  });
});

it('writes an hour of the day in the hour cycle of the language', () => {
  expect([0, 9, 14].map((hour) => formatHour(hour, 'en'))).toEqual(['12 AM', '9 AM', '2 PM']);
  expect(formatHour(9, 'de')).toBe('09 Uhr');
});
