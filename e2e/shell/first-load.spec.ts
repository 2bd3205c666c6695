import { expect, test } from '@playwright/test';
import { firstLoad } from '../../bench/first-load.ts';

/** Sizes of what was built, the same on every machine: held here, so that no screen grows past its bar unseen. */
test('what the first screens fetch stays inside its bars', () => {
  const rows = firstLoad();
  expect(rows.map((row) => row.what)).toEqual(['First load, sign-in', 'First load, order list']);
  for (const row of rows) expect(row, row.value).toMatchObject({ met: true });
});
