import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOOD_TITLE, LONGEST_TITLE } from './enhanced-text.ts';
import { tidyTitle } from './tidy-title.ts';

describe('a title put in order', () => {
  it.each([
    ['Hot Sale 2026 New Women Women Summer Dress!!!', 'Women Summer Dress'],
    ['🔥🔥 FREE SHIPPING 🔥 LED DESK LAMP WITH USB CHARGER', 'LED Desk Lamp with USB Charger'],
    ['FACE SERUM WITH VITAMIN E', 'Face Serum with Vitamin E'],
    ['Men’s Watch,Luxury Watch ,Waterproof 1,5 m', 'Men’s Watch, Luxury Watch, Waterproof 1,5 m'],
    ['[Hot Sale] Yoga Mat Yoga Mat, Non-Slip', 'Yoga Mat, Non-Slip'],
    ['wireless phone charger', 'Wireless phone charger'],
    ['★★★ Wool Beanie ★★★', 'Wool Beanie'],
    ['Wool  Beanie ,  Model 2', 'Wool Beanie, Model 2'],
    ['Wall Calendar 2027', 'Wall Calendar 2027'],
    ['Screwdriver Set 2 2 mm', 'Screwdriver Set 2 2 mm'],
    ['Cable-Knit Wool Beanie', 'Cable-Knit Wool Beanie'],
    ['iPhone Case', 'iPhone Case'],
    ['Dropshipping', 'Dropshipping'],
    ['Sommerkleid für Damen', 'Sommerkleid für Damen'],
    ['قبعة صوف دافئة', 'قبعة صوف دافئة'],
    ['羊毛帽子', '羊毛帽子'],
    ['Mug (New Arrival), 350 ml.', 'Mug, 350 ml'],
  ])('%s becomes %s', (before, after) => {
    expect(tidyTitle(before)).toBe(after);
  });

  it('is cut where a part ends, and never leaves a number without what it counts', () => {
    expect(
      tidyTitle('Stainless Steel Insulated Water Bottle with Straw Lid, Leakproof Sports Flask for Gym and Travel'),
    ).toBe('Stainless Steel Insulated Water Bottle with Straw Lid');
    const cut = tidyTitle('Adjustable Nylon Dog Harness for Large Breed Dogs Reflective Pack of 12 Pieces in a Bag');
    expect(cut.length).toBeLessThanOrEqual(GOOD_TITLE);
    expect(cut).toBe('Adjustable Nylon Dog Harness for Large Breed Dogs Reflective Pack');
  });
});

const word = fc.constantFrom(
  ...'Hot Sale hot sale 2026 New LAMP lamp Lamp, USB 12 pcs (red) [new arrival] 🔥 ★ für und & 1.5 350ml — ! -- ( ] قبعة 帽子 İstanbul ß'.split(
    ' ',
  ),
);
const title = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }),
);
/** Words in one case, as far as Unicode has one; pictures are none. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/\p{Extended_Pictographic}/gu, ' ')
    .toUpperCase()
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

describe('whatever the supplier called it', () => {
  it('invents no word and no number', () => {
    fc.assert(
      fc.property(title, (before) => {
        const known = new Set(wordsOf(before));
        expect(wordsOf(tidyTitle(before)).filter((one) => !known.has(one))).toEqual([]);
      }),
    );
  });

  it('stays a title, grows by no more than the spaces after its commas, and is left alone once it is in order', () => {
    fc.assert(
      fc.property(title, (before) => {
        const after = tidyTitle(before);
        expect(after.length).toBeLessThanOrEqual(
          Math.min(LONGEST_TITLE, Math.max(before.replaceAll(',', ', ').length, 1)),
        );
        if (before.trim() !== '') expect(after).not.toBe('');
        expect(tidyTitle(after)).toBe(after);
      }),
    );
  });
});
