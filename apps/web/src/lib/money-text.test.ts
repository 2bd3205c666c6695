import { describe, expect, it } from 'vitest';
import { moneyField, parseAmount, parseChangeMoney, parseMoney, wholeAmount } from './money-text.ts';

describe('parseMoney', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,5', 1250],
    ['.99', 99],
    ['1,234.50', 123450],
    ['1.234,50', 123450],
    ['1 234.5', 123450],
    ['1.234.567', 123456700],
    ['19.999', 2000],
    ['0', 0],
  ])('reads %s', (typed, amount) => expect(parseMoney(typed, 'USD')).toEqual({ amount, currency: 'USD' }));

  it('knows currencies without decimals', () => {
    expect(parseMoney('1500', 'JPY')?.amount).toBe(1500);
    expect(parseMoney('1,500', 'JPY')?.amount).toBe(1500);
  });

  it('knows currencies with three decimals', () => {
    expect(parseMoney('1.25', 'KWD')?.amount).toBe(1250);
    expect(parseMoney('1.250', 'KWD')?.amount).toBe(1250);
  });

  it('reads sums of currencies with small units', () =>
    expect(parseMoney('1.250.000.000', 'VND')?.amount).toBe(1_250_000_000));

  it.each(['', '-3', 'twelve', '1e5', '99999999999999'])('refuses %s', (typed) =>
    expect(parseMoney(typed, 'USD')).toBeUndefined(),
  );
});

it('writes a sum into a field and reads it back', () => {
  expect(moneyField({ amount: 1995, currency: 'USD' })).toBe('19.95');
  expect(moneyField({ amount: 1500, currency: 'JPY' })).toBe('1500');
  expect(moneyField(null)).toBe('');
});

it('reads sums of the list of changes', () => {
  expect(parseChangeMoney('19.99 USD')).toEqual({ amount: 1999, currency: 'USD' });
  expect(parseChangeMoney(null)).toBeNull();
});

it('turns what a number field holds into minor units and back', () => {
  expect([parseAmount(19.99, 'USD'), parseAmount('1200', 'JPY'), parseAmount(1.5, 'KWD')]).toEqual([1999, 1200, 1500]);
  expect(parseAmount('', 'USD')).toBeUndefined();
  expect([wholeAmount(1999, 'USD'), wholeAmount(1200, 'JPY'), wholeAmount(null, 'USD')]).toEqual([19.99, 1200, '']);
});

it('reads a sum while its currency is still being typed', () => {
  expect(parseAmount('12.5', 'EU')).toBe(1250);
  expect(parseAmount('12.5', '')).toBe(1250);
});
