import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from './money.ts';
import { convertMoney, crossRate, rateFromNumber, shortRate } from './rates.ts';

describe('convertMoney', () => {
  it.each([
    [1599, 'USD', 'EUR', '0.92', 1471],
    [1990, 'USD', 'EUR', '0.92', 1831],
    [1000, 'USD', 'JPY', '156.785', 1568],
    [1568, 'JPY', 'USD', '0.00637816', 1000],
    [1000, 'USD', 'KWD', '0.307', 3070],
    [-1, 'USD', 'EUR', '0.5', -1],
    [1, 'USD', 'EUR', '0.5', 1],
    [7, 'USD', 'EUR', '1', 7],
  ])('%d %s in %s at %s', (amount, from, to, rate, expected) =>
    expect(convertMoney(money(amount, from), to, rate)).toEqual(money(expected, to)),
  );
  it.each(['0', '-1', '', '1e3', 'NaN', '1,5', '.5'])('refuses the rate %j', (rate) => {
    expect(() => convertMoney(money(1, 'USD'), 'EUR', rate)).toThrow(RangeError);
  });
  it('is symmetric around zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 1e7 }), (amount, rate) => {
        const text = `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, '0')}`;
        const there = convertMoney(money(amount, 'USD'), 'EUR', text).amount;
        expect(convertMoney(money(-amount, 'USD'), 'EUR', text).amount).toBe(there === 0 ? 0 : -there);
      }),
    );
  });
});

it.each([
  [0.92, '0.92'],
  [1e-7, '0.000000100000'],
  [170, '170'],
])('writes %d as a decimal', (rate, text) => expect(rateFromNumber(rate)).toBe(text));

it.each([
  ['0.919455682236', 0.919456],
  ['156.785582934903', 156.786],
  [17235.46, 17235.5],
  ['0.000063102464', 0.0000631025],
  [2, 2],
])('shortens %s to %d', (rate, expected) => expect(shortRate(rate)).toBe(expected));

describe('crossRate', () => {
  it.each([
    ['1.0876', '1', '0.919455682236'],
    ['1', '1.0876', '1.0876'],
    ['1.0876', '170.52', '156.785582934903'],
    ['17235.46', '1.0876', '0.000063102464'],
    ['2', '2', '1'],
    ['1', '100', '100'],
  ])('from %s to %s', (from, to, expected) => expect(crossRate(from, to)).toBe(expected));
  it('refuses what is not a positive decimal', () => {
    expect(() => crossRate('0', '1')).toThrow(RangeError);
    expect(() => crossRate('1', '0.00')).toThrow(RangeError);
  });
});
