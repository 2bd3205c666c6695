import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTsv, parseTsv } from './tsv.ts';

describe('parseTsv', () => {
  it('reads cells as Excel and Google Sheets write them', () => {
    expect(parseTsv('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(parseTsv('a\n\nb')).toEqual([['a'], [''], ['b']]);
    expect(parseTsv('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']]);
    expect(parseTsv('5" pipe\t"open')).toEqual([['5" pipe', '"open']]);
    expect(parseTsv('one')).toEqual([['one']]);
    expect(parseTsv('\t')).toEqual([['', '']]);
  });
});

describe('formatTsv', () => {
  it('is read back as it was, except for what a spreadsheet would run', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', '"', '\t', '\n', ' ', ','), maxLength: 6 });
    const row = fc.array(
      cell.filter((text) => !/^[\t\r]/.test(text)),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const last = rows.at(-1);
        fc.pre(!(last?.length === 1 && last[0] === ''));
        expect(parseTsv(formatTsv(rows))).toEqual(rows);
      }),
    );
  });
  it('keeps a text from running as a formula', () => {
    expect(formatTsv([['=HYPERLINK("x")', '-5', '+A1']])).toBe('"\'=HYPERLINK(""x"")"\t-5\t\'+A1');
  });
});
