import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SHEET_COLUMNS } from './columns.ts';
import { MOVES, moveCell, nextCell, rangeOf } from './selection.ts';
import { commandFor } from './sheet-keys.ts';

const rows = fc.integer({ min: 1, max: 2_048 });
const cellIn = (count: number) =>
  fc.record({
    row: fc.integer({ min: 0, max: count - 1 }),
    column: fc.integer({ min: 0, max: SHEET_COLUMNS.length - 1 }),
  });

it('no move leaves the table', () => {
  fc.assert(
    fc.property(
      rows.chain((count) => fc.tuple(fc.constant(count), cellIn(count), fc.constantFrom(...MOVES))),
      ([count, cell, move]) => {
        const { row, column } = moveCell(cell, move, count);
        expect(row >= 0 && row < count && column >= 0 && column < SHEET_COLUMNS.length).toBe(true);
      },
    ),
  );
});

it('Tab visits every cell once, row by row, and there and back is the same cell', () => {
  fc.assert(
    fc.property(
      rows.chain((count) => fc.tuple(fc.constant(count), cellIn(count))),
      ([count, cell]) => {
        const next = nextCell(cell, 1, count);
        if (next) expect(nextCell(next, -1, count)).toEqual(cell);
        else expect(cell).toEqual({ row: count - 1, column: SHEET_COLUMNS.length - 1 });
      },
    ),
  );
});

it('a range has its corners in order', () => {
  expect(rangeOf({ active: { row: 9, column: 3 }, head: { row: 2, column: 1 } })).toEqual({
    top: 2,
    bottom: 9,
    start: 1,
    end: 3,
  });
});

const press = (key: string, more: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const idle = { editing: false, rtl: false };

it('the arrows follow the direction of the text', () => {
  expect(commandFor(press('ArrowLeft'), idle)).toEqual({ do: 'move', move: 'back', extend: false });
  expect(commandFor(press('ArrowLeft', { shiftKey: true }), { editing: false, rtl: true })).toEqual({
    do: 'move',
    move: 'on',
    extend: true,
  });
  expect(commandFor(press('ArrowDown', { ctrlKey: true, shiftKey: true }), idle)).toEqual({
    do: 'move',
    move: 'bottom',
    extend: true,
  });
});

it('while a text is typed, keys within it stay the field’s own', () => {
  const typing = { editing: true, rtl: false };
  for (const key of ['ArrowLeft', 'Home', 'Delete', 'Backspace'])
    expect(commandFor(press(key), typing)).toBeUndefined();
  expect(commandFor(press('z', { ctrlKey: true }), typing)).toBeUndefined();
  expect(commandFor(press('ArrowUp'), typing)).toEqual({ do: 'move', move: 'up', extend: false });
  expect(commandFor(press('Enter'), typing)).toEqual({ do: 'move', move: 'down', extend: false });
});

it('undo, redo, fill and all have their usual keys', () => {
  expect(commandFor(press('z', { metaKey: true }), idle)).toEqual({ do: 'undo' });
  expect(commandFor(press('Z', { ctrlKey: true, shiftKey: true }), idle)).toEqual({ do: 'redo' });
  expect(commandFor(press('d', { ctrlKey: true }), idle)).toEqual({ do: 'fill' });
  expect(commandFor(press('a', { ctrlKey: true }), idle)).toEqual({ do: 'all' });
  expect(commandFor(press('c', { ctrlKey: true }), idle)).toBeUndefined();
  expect(commandFor(press('7'), idle)).toBeUndefined();
});
