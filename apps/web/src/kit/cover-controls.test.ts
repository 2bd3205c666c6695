import { expect, it } from 'vitest';
import { coversControl } from './cover-controls.ts';

const over = { left: 20, top: 600, right: 56, bottom: 636 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

it.each([
  ['nothing there', [], false],
  ['a button beside it', [box(60, 600, 120, 36)], false],
  ['a button under it', [box(16, 596, 120, 36)], true],
  ['a button across the screen', [box(16, 596, 328, 36)], true],
  ['the edge of a button', [box(54, 600, 120, 36)], false],
  ['a corner of a large card', [box(12, 520, 336, 160)], false],
  ['a card and a link on it', [box(12, 520, 336, 160), box(24, 610, 60, 18)], true],
])('sees whether a control is covered: %s', (_what, controls, covered) => {
  expect(coversControl(over, controls)).toBe(covered);
});
