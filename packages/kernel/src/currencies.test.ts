import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, currencyEntry } from './currencies.ts';

describe('the currencies', () => {
  it('are about 130, each once and known to the runtime', () => {
    expect(CURRENCY_CODES.length).toBeGreaterThanOrEqual(125);
    expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(CURRENCY_CODES.filter((code) => !known.has(code))).toEqual([]);
  });
  it('B088: are found in any case of letters, USD for none, and nothing for an unknown one', () => {
    expect(currencyEntry('usd')?.currencyType).toBe('USD');
    expect(currencyEntry('')?.currencyType).toBe('USD');
    expect(currencyEntry(undefined)?.currencyType).toBe('USD');
    expect(currencyEntry('ZZZ')).toBeUndefined();
  });
  it('B160: have their symbol in front but for five', () => {
    const after = CURRENCY_CODES.filter((code) => !currencyEntry(code)?.symbolFront);
    expect(after).toEqual(['DZD', 'MXN', 'PLN', 'RUB', 'UAH']);
  });
  it('B161, B162: have no decimals or two', () => {
    for (const code of ['JPY', 'KRW', 'VND', 'XOF', 'XAF', 'XPF']) expect(currencyEntry(code)?.decimal, code).toBe(0);
    for (const code of ['USD', 'TJS', 'KWD']) expect(currencyEntry(code)?.decimal, code).toBe(2);
  });
  it('B169: carry all fields', () => {
    expect(currencyEntry('EUR')).toEqual({
      countryCode: 'DE',
      currencyName: 'Euro',
      currencySymbol: '€',
      currencyType: 'EUR',
      forwardCut: false,
      intervalSeparator: ' - ',
      language: 'en-DE',
      symbolFront: true,
      decimal: 2,
    });
    expect(currencyEntry('PLN', 'de')?.currencyName).toBe('Polnischer Złoty');
  });
});
