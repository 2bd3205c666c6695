import { describe, expect, test } from 'vitest';
import { compareBarcodes } from './same-barcode.ts';

describe('barcodes of two variants', () => {
  test.each<[string | null, string, ReturnType<typeof compareBarcodes>, string]>([
    ['4006381333931', '4006381333931', 'gtin', 'the same EAN'],
    ['036000291452', '0036000291452', 'gtin', 'a UPC, and the EAN that it is too'],
    ['978-3-16-148410-0', '9783161484100', 'gtin', 'the same with hyphens'],
    ['4006381333931', '9783161484100', 'other', 'two EANs'],
    ['36000291452', '036000291452', 'text', 'a UPC that a spreadsheet took for a number'],
    ['AB-1234 X', 'ab1234x', 'text', 'a text of its own'],
    ['2012345678900', '2012345678900', 'text', 'a number that is only valid inside a company'],
    ['AB-1234', '4006381333931', undefined, 'a text and a GTIN'],
    ['n/a', 'N/A', undefined, 'no number'],
    ['Does not apply', 'Does not apply', undefined, 'no number either'],
    ['0000000000000', '0000000000000', undefined, 'zeros'],
    ['1111111111', '1111111111', undefined, 'one digit again and again'],
    ['', '', undefined, 'none'],
    [null, '4006381333931', undefined, 'one alone'],
  ])('%s and %s: %s (%s)', (a, b, wanted, _what) => {
    expect(compareBarcodes(a, b)).toBe(wanted);
    expect(compareBarcodes(b, a)).toBe(wanted);
  });
});
