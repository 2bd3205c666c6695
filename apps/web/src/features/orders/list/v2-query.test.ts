import { expect, it } from 'vitest';
import { fromV2Query } from './v2-query.ts';

it('R052: the query of the second version becomes the state of the same list', () => {
  expect(
    fromV2Query({
      from_date: '2026-01-01',
      to_date: '2026-01-31',
      order_by: 'created_at',
      sort: 'asc',
      channel: 'all',
      source: 'cj',
      mark_order: 'red',
      open: 'x',
    }),
  ).toMatchObject({
    period: 'another_time',
    from: '2026-01-01',
    to: '2026-01-31',
    sort: 'asc_created_at',
    source: 'cj',
    mark: 'red',
    open: 'x',
  });
  expect(fromV2Query({ source: 'all', mark_order: 'all', sort: 'desc' })).toEqual({
    source: undefined,
    mark: undefined,
    placement: undefined,
    payment: undefined,
    q: undefined,
    sort: undefined,
  });
  expect(fromV2Query({ period: 'all', source: 'cj', sort: 'asc_created_at' })).toBeUndefined();
});
