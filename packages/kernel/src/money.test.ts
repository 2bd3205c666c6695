import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, getDecimals, money, moneyFromDecimal, subtract, sum, times, toDecimal, toNumber } from './money.ts';

const usd = (amount: number) => money(amount, 'USD');

describe('an amount', () => {
  it('is a whole number of minor units in a currency', () => {
    expect(usd(1250)).toEqual({ amount: 1250, currency: 'USD' });
    for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => usd(amount)).toThrow(new RangeError(`expected an integer amount of minor units, got ${amount}`));
    for (const currency of ['usd', 'US', 'USDT', ' USD', 'USD ', ''])
      expect(() => money(1, currency)).toThrow(new RangeError(`expected a currency code, got ${currency}`));
  });

  it('has no negative zero, which JSON and equality would tell apart', () => {
    expect(Object.is(usd(-0).amount, 0)).toBe(true);
    expect(Object.is(times(usd(-5), 0).amount, 0)).toBe(true);
  });

  it('has as many decimals as ISO 4217 says', () => {
    const zero = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
    const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
    expect(zero.map(getDecimals)).toEqual(zero.map(() => 0));
    expect(three.map(getDecimals)).toEqual(three.map(() => 3));
    expect(['USD', 'EUR', 'PLN', 'XXX'].map(getDecimals)).toEqual([2, 2, 2, 2]);
  });
});

describe('a decimal', () => {
  it.each([
    ['12.50', 'USD', 1250],
    [' 12.5 ', 'USD', 1250],
    ['+12.5', 'USD', 1250],
    ['-12.5', 'USD', -1250],
    ['0', 'USD', 0],
    ['-0', 'USD', 0],
    ['7', 'JPY', 7],
    ['1.2345', 'KWD', 1235],
    ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
    [12.5, 'USD', 1250],
    [1e21, 'JPY', undefined],
    [1e-7, 'USD', 0],
    [4e-13, 'KWD', 0],
  ])('%s %s is read exactly', (value, currency, amount) => {
    if (amount === undefined) expect(() => moneyFromDecimal(value, currency)).toThrow(RangeError);
    else expect(moneyFromDecimal(value, currency)).toEqual({ amount, currency });
  });

  it.each([
    ['0.004', 0],
    ['0.0049', 0],
    ['0.005', 1],
    ['-0.004', 0],
    ['-0.005', -1],
    ['1.005', 101],
    ['1.999', 200],
    ['2.675', 268],
  ])('%s is rounded half away from zero', (text, amount) => {
    expect(moneyFromDecimal(text, 'USD')).toEqual(usd(amount));
  });

  it.each(['1,234.50', '1e3', '', '.5', '5.', '--5', '5 USD', 'x5', '1.2.3', 'NaN'])('%j is refused', (text) => {
    expect(() => moneyFromDecimal(text, 'USD')).toThrow(new RangeError(`expected a decimal amount, got ${text}`));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is refused', (value) => {
    expect(() => moneyFromDecimal(value, 'USD')).toThrow(new RangeError(`expected a decimal amount, got ${value}`));
  });

  it('is written with all of its decimals', () => {
    expect(toDecimal(usd(1250))).toBe('12.50');
    expect(toDecimal(usd(5))).toBe('0.05');
    expect(toDecimal(usd(-5))).toBe('-0.05');
    expect(toDecimal(usd(0))).toBe('0.00');
    expect(toDecimal(money(7, 'JPY'))).toBe('7');
    expect(toDecimal(money(-7, 'JPY'))).toBe('-7');
    expect(toDecimal(money(7, 'KWD'))).toBe('0.007');
    expect(toNumber(usd(-1250))).toBe(-12.5);
  });

  it('comes back as it was written', () => {
    const currency = fc.constantFrom('USD', 'JPY', 'KWD');
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (amount, code) => {
        expect(moneyFromDecimal(toDecimal(money(amount, code)), code)).toEqual(money(amount, code));
      }),
    );
  });
});

describe('calculating', () => {
  it('adds, subtracts and sums amounts of one currency', () => {
    expect(add(usd(100), usd(-30))).toEqual(usd(70));
    expect(subtract(usd(100), usd(130))).toEqual(usd(-30));
    expect(sum([usd(1), usd(2), usd(4)], 'USD')).toEqual(usd(7));
    expect(sum([], 'EUR')).toEqual(money(0, 'EUR'));
  });

  it('refuses to mix currencies', () => {
    const mixed = new RangeError('cannot mix USD and EUR');
    expect(() => add(usd(1), money(1, 'EUR'))).toThrow(mixed);
    expect(() => subtract(usd(1), money(1, 'EUR'))).toThrow(mixed);
    expect(() => sum([money(1, 'EUR')], 'USD')).toThrow(mixed);
  });

  it('multiplies by whole pieces only', () => {
    expect(times(usd(333), 3)).toEqual(usd(999));
    expect(times(usd(333), -1)).toEqual(usd(-333));
    expect(() => times(usd(2), 0.5)).toThrow(new RangeError('expected a whole quantity, got 0.5'));
  });

  it('refuses amounts that a number cannot hold exactly', () => {
    expect(() => add(usd(Number.MAX_SAFE_INTEGER), usd(1))).toThrow(RangeError);
    expect(() => times(usd(2 ** 52), 3)).toThrow(RangeError);
  });
});
