import { expect, test } from 'vitest';
import { findShop } from './seed.ts';
import { createThrottle, planOf, planSetting } from './throttle.ts';

const shop = findShop('quay-co');
if (!shop) throw new Error('the shop is missing');

test('a shop that moves to another plan has its rate from then on, and no other shop has', () => {
  const told = new Map<string, string>();
  const world = { setting: (key: string) => told.get(key) };
  let now = 0;
  const throttle = createThrottle(world, () => now);
  expect(throttle.take(shop, 'app', 4_000)).toBe(true);
  expect(throttle.take(shop, 'app', 1)).toBe(false);
  now += 1_000;
  expect(throttle.status(shop, 'app')).toMatchObject({ currentlyAvailable: 200, restoreRate: 200 });
  told.set(planSetting('quay-co'), 'Plus');
  now += 1_000;
  expect(throttle.status(shop, 'app')).toEqual({
    maximumAvailable: 20_000,
    currentlyAvailable: 1_200,
    restoreRate: 1_000,
  });
  expect(throttle.spent()).toMatchObject([{ shop: 'quay-co', rate: 1_000 }]);
  told.set(planSetting('north-pier'), 'no plan');
  expect(planOf(world, { ...shop, shop: 'north-pier', plan: 'Standard' })).toBe('Standard');
});
