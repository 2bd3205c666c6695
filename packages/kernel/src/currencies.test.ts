import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, SYMBOL_AFTER, shownDigits } from './currencies.ts';

describe('the currencies', () => {
  it('are about 130, each once and known to the runtime', () => {
    expect(CURRENCY_CODES.length).toBeGreaterThanOrEqual(125);
    expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(CURRENCY_CODES.filter((code) => !known.has(code))).toEqual([]);
  });
  it('B160: have their symbol in front but for five', () => {
    expect(CURRENCY_CODES.filter((code) => SYMBOL_AFTER.has(code))).toEqual(['DZD', 'MXN', 'PLN', 'RUB', 'UAH']);
  });
  it('B161, B162: have no decimals or two', () => {
    for (const code of ['JPY', 'KRW', 'VND', 'XOF', 'XAF', 'XPF']) expect(shownDigits(code), code).toBe(0);
    for (const code of ['USD', 'TJS', 'KWD']) expect(shownDigits(code), code).toBe(2);
  });
});
