import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faceOf, parseRanges } from './faces.ts';
import { breakLines, type Direction } from './lines.ts';

/** Every letter is one point wide. */
const measure = (text: string): number => [...text].length;
/** Lines as their runs from left to right; Arabic runs are turned around by their font only when drawn. */
const lines = (text: string, width = 1_000, direction: Direction = 'ltr'): string[][] =>
  breakLines(text, direction, width, measure).map(({ runs }) => runs.map((run) => run.text));

test('an Arabic sentence with Latin letters and digits', () => {
  expect(lines('رقم INV-1042 مجموع 1,299.50', 1_000, 'rtl')).toEqual([
    ['1,299.50', ' ', 'مجموع', ' ', 'INV-1042', ' ', 'رقم'],
  ]);
});

test('brackets around Arabic face the other way', () => {
  expect(lines('(شامل)', 1_000, 'rtl')).toEqual([['(', 'شامل', ')']]);
});

test('Arabic-Indic digits stay in order', () => {
  expect(lines('رقم ١٢٣', 1_000, 'rtl')).toEqual([['١', '٢', '٣', ' ', 'رقم']]);
});

test('a Latin address keeps its order', () => {
  expect(lines('12 Main St.')).toEqual([['12 Main St.']]);
});

test('Chinese breaks between letters, but not before a full stop', () => {
  const joined = lines('感谢您的订购。', 6).map((runs) => runs.join(''));
  expect(joined).toEqual(['感谢您的订', '购。']);
});

test('a word longer than a line is broken anywhere', () => {
  expect(lines('https://example.org', 8)).toEqual([['https://'], ['example.'], ['org']]);
});

test('line ends are kept and spaces at the ends of lines dropped', () => {
  expect(lines('one two\n\nthree', 4)).toEqual([['one'], ['two'], [], ['thre'], ['e']]);
});

test('overrides of the direction are dropped, isolates kept', () => {
  expect(lines('a\u202eb\u200f')).toEqual([['ab']]);
  expect(lines('\u2068A-1\u2069: الإجمالي', 1_000, 'rtl')).toEqual([['الإجمالي', ' :', 'A-1']]);
});

test('narrow spaces are drawn as those that the fonts have', () => {
  expect(lines('10\u202f000,00\u00a0€')).toEqual([['10\u00a0000,00\u00a0€']]);
});

test('no letter is lost or doubled, whatever the text', () => {
  const letters = fc.constantFrom(
    'a',
    'Z',
    '1',
    '٣',
    'م',
    'ش',
    '的',
    '购',
    '。',
    '(',
    ')',
    ' ',
    '-',
    '\n',
    'é',
    '한',
    '😀',
  );
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      (text, width, isRtl) => {
        const out = breakLines(text.join(''), isRtl ? 'rtl' : 'ltr', width, measure);
        const sorted = (all: string[]) => all.map((one) => (one === '(' || one === ')' ? '|' : one)).sort();
        const drawn = out.flatMap(({ runs }) => runs.flatMap((run) => [...run.text])).filter((one) => one.trim());
        expect(sorted(drawn)).toEqual(sorted(text.filter((one) => one.trim())));
        for (const line of out) expect(line.width).toBeLessThanOrEqual(Math.max(width, 1));
      },
    ),
  );
});

test('fonts by letter', () => {
  expect(
    ['a', '7', 'ł', 'ж', 'م', '的', '\u{10ffff}'].map((one) => faceOf(one.codePointAt(0) ?? 0).replace(/-\d+$/, '')),
  ).toEqual([
    'inter-latin',
    'inter-latin',
    'inter-latin-ext',
    'inter-cyrillic',
    'noto-sans-arabic-arabic',
    'noto-sans-sc',
    'inter-latin',
  ]);
  expect(parseRanges('U+41-5a,U+e9')).toEqual([
    [0x41, 0x5a],
    [0xe9, 0xe9],
  ]);
});
