import { SLOW_PAGE } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { isSlow } from './slow-page.ts';

it('B119: a page is slow over a threshold, not at it', () => {
  expect(isSlow({ largest_paint: 2501 }, SLOW_PAGE)).toEqual(['largest_paint']);
  expect(isSlow({ largest_paint: 2500, layout_shift: 0.1, interaction_delay: 200 }, SLOW_PAGE)).toEqual([]);
  expect(isSlow({ layout_shift: 0.11, interaction_delay: 201 }, SLOW_PAGE)).toEqual([
    'layout_shift',
    'interaction_delay',
  ]);
});
