import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashIds, isSame, readHistoryFile, toHistoryFile } from './history-file.ts';
import { exportBefore, takeOneMonth } from './months.ts';

it.each([
  ['2026-03-31T23:59:59Z', 1, '2026-02-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00Z', 24, '2024-01-01T00:00:00.000Z'],
  ['2026-05-10T10:00:00Z', 6, '2025-11-01T00:00:00.000Z'],
])('at %s, %i kept months begin at %s', (now, months, before) => {
  expect(exportBefore(now, months)).toBe(before);
});

it('keeps everything with 0 months', () => {
  expect(exportBefore('2026-05-10T10:00:00Z', 0)).toBeUndefined();
});

it('takes the leading rows of one month', () => {
  const times = [
    '2026-01-31T23:00:00.000Z',
    '2026-01-31T23:59:59.999Z',
    '2026-02-01T00:00:00.000Z',
    '2026-01-02T00:00:00.000Z',
  ];
  expect(takeOneMonth(times, (at) => at)).toEqual(times.slice(0, 2));
  expect(takeOneMonth([], String)).toEqual([]);
});

it('a file has every row with its values as text, and equal rows make equal bytes', () => {
  const rows = [
    { id: 'a', note: 'x, "y"', facts: { n: 1 }, none: null },
    { id: 'b', note: '=1+1', facts: null, none: null },
  ];
  const bytes = toHistoryFile(['id', 'note', 'facts', 'none'], rows);
  expect(readHistoryFile(bytes)).toBe(`id,note,facts,none\r\na,"x, ""y""","{""n"":1}",\r\nb,'=1+1,,\r\n`);
  expect(toHistoryFile(['id', 'note', 'facts', 'none'], rows).equals(bytes)).toBe(true);
});

it('compares rows by their ids, whatever the order of rows and keys', () => {
  const row = fc.record({ id: fc.uuid(), n: fc.integer(), facts: fc.dictionary(fc.string(), fc.jsonValue()) });
  const idOf = (one: Readonly<Record<string, unknown>>) => String(one.id);
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: (one) => one.id }), (rows) => {
      const turned = rows.toReversed().map(({ id, n, facts }) => ({ facts, n, id }));
      expect(isSame(idOf, rows, turned)).toBe(true);
      expect(isSame(idOf, rows, turned.slice(1))).toBe(rows.length === 0);
      expect(
        isSame(
          idOf,
          rows,
          turned.map((one, at) => (at === 0 ? { ...one, n: one.n + 1 } : one)),
        ),
      ).toBe(rows.length === 0);
    }),
  );
});

it('hashes ids in their order', () => {
  expect(hashIds(['a', 'b'])).not.toBe(hashIds(['b', 'a']));
});
