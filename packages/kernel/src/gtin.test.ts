import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barcodeKey, isGtin, readProductGtin } from './gtin.ts';

/** The sum of a whole GTIN with its check digit is a multiple of 10: the rule from the other end. */
const sumOf = (digits: string): number =>
  [...digits].toReversed().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);

const digits = fc
  .tuple(fc.constantFrom(8, 12, 13, 14), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 }))
  .map(([length, all]) => all.slice(0, length).join(''))
  .filter((text) => !/^0+$/.test(text));
const gtin = digits
  .map((text) => {
    const front = `${text.slice(0, -1)}0`;
    return `${text.slice(0, -1)}${(10 - (sumOf(front) % 10)) % 10}`;
  })
  .filter((text) => !/^0+$/.test(text));

describe('GTINs', () => {
  test.each([
    ['96385074', 'GTIN-8'],
    ['036000291452', 'UPC'],
    ['4006381333931', 'EAN'],
    ['9783161484100', 'ISBN-13'],
    ['978-3-16-148410-0', 'with hyphens'],
    ['0 36000 29145 2', 'with spaces'],
    ['10614141000415', 'GTIN-14'],
  ])('%s is one (%s)', (text) => expect(isGtin(text)).toBe(true));

  test.each([
    '',
    '4006381333930',
    '400638133393',
    '00000000',
    '4006381333931x',
    '12345',
    'Does not apply',
    '4.00638E+12',
  ])('%s is none', (text) => expect(isGtin(text)).toBe(false));

  test('exactly the texts of 8, 12, 13 or 14 digits whose weighted sum is a multiple of 10', () => {
    fc.assert(fc.property(digits, (text) => isGtin(text) === (sumOf(text) % 10 === 0)));
  });

  test('one wrong digit is always found', () => {
    fc.assert(
      fc.property(gtin, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, place, by) => {
        const at = place % text.length;
        const wrong = `${text.slice(0, at)}${(Number(text[at]) + by) % 10}${text.slice(at + 1)}`;
        return isGtin(text) && !isGtin(wrong);
      }),
    );
  });

  test('a GTIN stays one, and has the same key, with zeros in front up to 14 digits', () => {
    fc.assert(
      fc.property(gtin, (text) => {
        const long = text.padStart(14, '0');
        return isGtin(long) && barcodeKey(long) === barcodeKey(text);
      }),
    );
  });

  test.each(['2012345678900', '0212345678901', '20123451', '9812345678907', '0412345678909'])(
    '%s is valid inside a company only',
    (text) => {
      const front = text.slice(0, -1);
      const whole = `${front}${(10 - (sumOf(`${front}0`) % 10)) % 10}`;
      expect(isGtin(whole)).toBe(true);
      expect(readProductGtin(whole)).toBeUndefined();
    },
  );

  test('of a product, the digits are what counts', () => {
    expect(readProductGtin('978-3-16-148410-0')).toBe('9783161484100');
    expect(readProductGtin('036000291452')).toBe('036000291452');
    expect(readProductGtin('4006381333930')).toBeUndefined();
  });

  test('keys', () => {
    expect(barcodeKey('AB-12 3')).toBe('ab123');
    expect(barcodeKey('000')).toBe('');
  });
});
