import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const goods = catalogue();

it('says of every product where it is made: in China, or where it lies', () => {
  for (const { madeIn, shipsFrom, title } of goods) expect(['CN', shipsFrom], title).toContain(madeIn);
  expect(goods.filter(({ madeIn }) => madeIn === 'US').length).toBeGreaterThan(100);
});

it('makes nothing with a battery near its buyers', () => {
  for (const { madeIn, limits } of goods) if (limits.includes('battery')) expect(madeIn).toBe('CN');
});
