import { expect, it } from 'vitest';
import { findActiveSection } from './active-section.ts';

const panels = (...tops: number[]) => tops.map((top, at) => ({ id: String(at), top }));

it('R111: the panel below the header is the active one', () => {
  expect(findActiveSection(panels(120, 500, 900), 150)).toBe('0');
  expect(findActiveSection(panels(-400, 140, 500), 150)).toBe('1');
  expect(findActiveSection(panels(-400, 151, 500), 150)).toBe('0');
  expect(findActiveSection(panels(-900, -400, 20), 150)).toBe('2');
});

it('is the first one while none is above the line, and the first of two side by side', () => {
  expect(findActiveSection(panels(200, 500), 150)).toBe('0');
  expect(findActiveSection(panels(100, 100), 150)).toBe('0');
  expect(findActiveSection([], 150)).toBeUndefined();
});

it('follows the position of the panels, not their order', () => {
  expect(findActiveSection(panels(-300, 100, -200), 150)).toBe('1');
});
