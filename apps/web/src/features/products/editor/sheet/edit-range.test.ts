import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SheetRow } from './cells.ts';
import { cellKey, SHEET_COLUMNS } from './columns.ts';
import { clearRange, continued, copyRange, fillRange, pasteBlock, type RangeEdit } from './edit-range.ts';
import type { Range } from './selection.ts';
import { formatTsv, parseTsv } from './tsv.ts';
import { WEIGHT_UNITS } from './weight.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const row = (id: string, price = 1000, more: Partial<SheetRow['draft']> = {}): SheetRow => ({
  id,
  cost: usd(400),
  draft: {
    price: usd(price),
    compare_at_price: null,
    weight_grams: 250,
    sku: `SKU-${id}`,
    barcode: '',
    enabled: true,
    image_url: null,
    ...more,
  },
});
const rows = [row('1', 1000), row('2', 2000), row('3', 3000), row('4', 4000)];
const range = (top: number, start: number, bottom = top, end = start): Range => ({ top, bottom, start, end });
const ctx = { shipping: usd(100), unit: 'g', sign: '.' } as const;
const paste = (at: Range, text: string, language = 'en') =>
  pasteBlock(rows, at, parseTsv(text), { shipping: ctx.shipping, unit: 'kg' }, language);
const applied = (all: readonly SheetRow[], edit: RangeEdit): SheetRow[] =>
  all.map((one) => ({ ...one, draft: { ...one.draft, ...edit.patches.get(one.id) } }));

describe('pasteBlock', () => {
  it('puts a block from the corner on, and what does not fit is refused at its cell only', () => {
    const edit = paste(range(1, 0), '$12.50\t20\t1.5\nabc\t€ 5\t-1\n7\t\t2 lb');
    expect(edit.range).toEqual(range(1, 0, 3, 2));
    expect(edit.patches.get('2')).toEqual({ price: usd(1250), compare_at_price: usd(2000), weight_grams: 1500 });
    expect(edit.patches.has('3')).toBe(false);
    expect([...edit.faults]).toEqual([
      ['3/price', 'number'],
      ['3/compare_at_price', 'currency'],
      ['3/weight_grams', 'belowZero'],
    ]);
    expect(edit.patches.get('4')).toEqual({ price: usd(700), compare_at_price: null, weight_grams: 907 });
  });

  it('reads the numbers of a German sheet in an English screen', () => {
    const edit = paste(range(0, 0), '1.234\n19,90');
    expect([edit.patches.get('1')?.price, edit.patches.get('2')?.price]).toEqual([usd(123400), usd(1990)]);
  });

  it('repeats one value over a selected range, and cuts off what reaches over the edge', () => {
    expect([...paste(range(0, 0, 3), '5').patches.values()].map((one) => one.price)).toEqual(Array(4).fill(usd(500)));
    expect(paste(range(3, 3), 'A\t4006381333931\tTRUE\tmore\nB\t\tFALSE').patches).toEqual(
      new Map([['4', { sku: 'A', barcode: '4006381333931', enabled: true }]]),
    );
  });

  it('calculates formulas for each row and refuses those of other columns', () => {
    const edit = paste(range(0, 0, 1, 2), '=price*2\t=cost+shipping\t=1');
    expect(edit.patches.get('2')).toEqual({ price: usd(4000), compare_at_price: usd(500) });
    expect(edit.formulas.get('2/price')).toBe('=price*2');
    expect(edit.faults.get('1/weight_grams')).toBe('formulaHere');
  });

  it('takes the truth of spreadsheets in other languages', () => {
    expect(paste(range(0, 5), 'WAHR\nfaux\nmaybe').faults).toEqual(new Map([['3/enabled', 'yesOrNo']]));
  });

  it('gives back what was copied, in every unit', () => {
    const variant = fc.record({
      price: fc.integer({ min: 0, max: 10 ** 9 }).map(usd),
      compare_at_price: fc.option(fc.integer({ min: 0, max: 10 ** 9 }).map(usd)),
      weight_grams: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      sku: fc
        .string({ unit: fc.constantFrom('A', '1', '-', '"'), minLength: 1, maxLength: 8 })
        .filter((text) => !/^-/.test(text)),
      barcode: fc.constantFrom('', '0036000291452', 'AB-1'),
      enabled: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(variant, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...WEIGHT_UNITS),
        (drafts, unit) => {
          const from = drafts.map((draft, at) => row(String(at), 0, draft));
          const whole = range(0, 0, from.length - 1, SHEET_COLUMNS.length - 1);
          const text = formatTsv(copyRange(from, whole, unit));
          const into = from.map(({ id }) => row(id, 1));
          const edit = pasteBlock(into, whole, parseTsv(text), { shipping: undefined, unit }, 'de');
          expect(edit.faults.size).toBe(0);
          expect(applied(into, edit).map((one) => one.draft)).toEqual(from.map((one) => one.draft));
        },
      ),
    );
  });
});

describe('fillRange', () => {
  it('repeats the source below it, formulas by row and SKUs as a series', () => {
    const formulas = new Map([[cellKey('1', 'price'), '=cost*3']]);
    const edit = fillRange(rows, range(0, 0, 0, 5), range(0, 0, 3, 5), formulas, ctx);
    expect([...edit.patches.keys()]).toEqual(['2', '3', '4']);
    expect(edit.patches.get('3')).toEqual({
      price: usd(1200),
      compare_at_price: null,
      weight_grams: 250,
      sku: 'SKU-3',
      barcode: '',
      enabled: true,
    });
  });

  it('repeats two rows in turn', () => {
    const edit = fillRange(rows, range(0, 0, 1), range(0, 0, 3), new Map(), ctx);
    expect([edit.patches.get('3')?.price, edit.patches.get('4')?.price]).toEqual([usd(1000), usd(2000)]);
  });

  it('changes nothing outside of the target, and never two SKUs into the same', () => {
    const many = Array.from({ length: 20 }, (_one, at) => row(String(at), at));
    fc.assert(
      fc.property(fc.nat(18), fc.nat(18), fc.nat(4), fc.nat(4), (top, more, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const target = range(top, start, Math.min(19, top + more), end);
        const edit = fillRange(many, range(top, start, top, end), target, new Map(), ctx);
        expect(edit.faults.size).toBe(0);
        for (const id of edit.patches.keys()) expect(Number(id) > top && Number(id) <= target.bottom).toBe(true);
        const skus = [...edit.patches.values()].flatMap((one) => one.sku ?? []);
        expect(new Set(skus).size).toBe(skus.length);
      }),
    );
  });

  it.each([
    ['MUG-009', 1, 'MUG-010'],
    ['MUG', 1, 'MUG-2'],
    ['A1', 9, 'A10'],
  ])('%s continued by %i is %s', (text, by, next) => expect(continued(text, by)).toBe(next));
});

it('clears what may be empty, and says what may not', () => {
  const edit = clearRange(rows, range(0, 0, 0, 5));
  expect(edit.patches.get('1')).toEqual({
    compare_at_price: null,
    weight_grams: null,
    barcode: '',
    enabled: false,
  });
  expect([...edit.faults.keys()]).toEqual(['1/price', '1/sku']);
});
