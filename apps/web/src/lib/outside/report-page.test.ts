import { expect, it } from 'vitest';
import { toReport } from './report-page.ts';

it('B119: reports a page only where it was slow, and no ids of it', () => {
  expect(toReport({ largest_paint: 2500, layout_shift: 0.1, interaction_delay: 200 }, '/app')).toBeUndefined();
  expect(toReport({}, '/app')).toBeUndefined();
  const id = '018f0000-0000-7000-8000-00000000dead';
  expect(toReport({ largest_paint: 2501 }, `/app/products-center/editor/${id}`)).toEqual({
    largest_paint: 2501,
    url: '/app/products-center/editor/:id',
  });
});
