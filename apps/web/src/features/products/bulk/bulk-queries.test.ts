import { expect, it } from 'vitest';
import { sumPages } from './bulk-queries.ts';

const page = (changing: number, next: string | null) => ({
  matching: 10,
  examined: 5,
  failing: 1,
  next,
  changing,
  unchanged: 4 - changing,
  own_values: 1,
  examples: [],
  failed: { [`p${changing}`]: { key: 'PRODUCT_NOT_FOUND', text: 'Gone' } },
});

it('adds up the pages of a preview of everything that matches', () => {
  const first = sumPages(undefined, page(3, 'a'));
  expect(first).toMatchObject({ examined: 5, changing: 3, next: 'a' });
  expect(sumPages(first, page(1, null))).toMatchObject({
    matching: 10,
    examined: 10,
    changing: 4,
    unchanged: 4,
    own_values: 2,
    failing: 2,
    next: null,
    failed: { p1: {}, p3: {} },
  });
});
