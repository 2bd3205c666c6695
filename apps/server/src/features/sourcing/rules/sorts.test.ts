import { DEFAULT_FIND_SORT, FIND_SORTS } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { getOrder } from './sorts.ts';

it('opens with the highest profit (B144)', () =>
  expect(getOrder(DEFAULT_FIND_SORT)).toEqual({ by: 'profit', descending: true }));

it('knows the misspelt key of the specification and the right one (A02)', () => {
  expect(getOrder('desc_lastest_volumee')).toEqual({ by: 'volume_order', descending: true });
  expect(getOrder('desc_lastest_volume')).toEqual({ by: 'volume_order', descending: true });
  expect(getOrder('asc_lastest_volume')).toEqual({ by: 'volume_order', descending: false });
});

it('has a meaning for every key, and none for the direction of relevance (A11)', () => {
  for (const sort of FIND_SORTS) expect(getOrder(sort).by).toBeTruthy();
  expect(getOrder('asc_most_relevant')).toEqual(getOrder('desc_most_relevant'));
});
