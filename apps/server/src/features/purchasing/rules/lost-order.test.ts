import { expect, it } from 'vitest';
import { coveredLines, type LostOrder, matchLost, type OpenLine } from './lost-order.ts';

const lost = (change: Partial<LostOrder> = {}): LostOrder => ({
  lost_order_id: 'l1',
  source_order_no: 'S1',
  order_number: null,
  lines: [
    { variant: 'a', quantity: 1 },
    { variant: 'b', quantity: 2 },
  ],
  same_order: true,
  ...change,
});
const wanted = [
  { variant: 'b', quantity: 2 },
  { variant: 'a', quantity: 1 },
];

it.each([
  ['the same goods of the same order are the purchase itself', lost(), 'same'],
  ['other pieces of the same order may be', lost({ lines: [{ variant: 'a', quantity: 2 }] }), 'doubt'],
  ['the same goods under a reference that tells nothing may be', lost({ same_order: false }), 'doubt'],
  [
    'other numbers of the same goods may be',
    lost({
      lines: [
        { variant: 'a', quantity: 2 },
        { variant: 'b', quantity: 1 },
      ],
    }),
    'doubt',
  ],
  [
    'some of the goods, and others, may be',
    lost({
      lines: [
        { variant: 'c', quantity: 1 },
        { variant: 'a', quantity: 1 },
      ],
    }),
    'doubt',
  ],
  ['other goods are not', lost({ lines: [{ variant: 'c', quantity: 1 }] }), undefined],
])('%s', (_name, order, kind) => {
  expect(matchLost(wanted, [order])?.kind).toBe(kind);
});

const line = (id: string, variant: string, quantity: number, change: Partial<OpenLine> = {}): OpenLine => ({
  line_id: id,
  state: 'blocked',
  source: 'cj',
  source_variant_id: variant,
  wanted: quantity,
  ...change,
});
const cover = (has: [string, number][], lines: OpenLine[]) =>
  coveredLines(
    'cj',
    has.map(([variant, quantity]) => ({ variant, quantity })),
    lines,
    (state) => state === 'blocked',
  ).map((one) => [one.line_id, one.quantity, one.differs]);

it.each([
  ['all of it', [['a', 1] as [string, number]], [line('1', 'a', 1)], [['1', 1, false]]],
  ['fewer than needed', [['a', 1] as [string, number]], [line('1', 'a', 2)], [['1', 1, true]]],
  ['more than needed', [['a', 3] as [string, number]], [line('1', 'a', 2)], [['1', 2, true]]],
  [
    'two lines of one variant',
    [['a', 3] as [string, number]],
    [line('1', 'a', 2), line('2', 'a', 1)],
    [
      ['1', 2, false],
      ['2', 1, false],
    ],
  ],
  [
    'the second line goes short',
    [['a', 2] as [string, number]],
    [line('1', 'a', 2), line('2', 'a', 1)],
    [['1', 2, false]],
  ],
  ['no open line', [['a', 1] as [string, number]], [line('1', 'a', 1, { state: 'placed' })], []],
  ['another supplier', [['a', 1] as [string, number]], [line('1', 'a', 1, { source: 'quayside' })], []],
  ['nothing left to send', [['a', 1] as [string, number]], [line('1', 'a', 0)], []],
])('covers %s', (_name, has, lines, expected) => {
  expect(cover(has, lines)).toEqual(expected);
});
