import { expect, it } from 'vitest';
import { slowFigures } from './slow-page.ts';

it('B119: a page is slow over a threshold, not at it', () => {
  expect(slowFigures({ largest_paint: 2501 })).toEqual(['largest_paint']);
  expect(slowFigures({ largest_paint: 2500, layout_shift: 0.1, interaction_delay: 200 })).toEqual([]);
  expect(slowFigures({ layout_shift: 0.11, interaction_delay: 201 })).toEqual(['layout_shift', 'interaction_delay']);
});
