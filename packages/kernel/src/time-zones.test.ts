import { expect, it } from 'vitest';
import { TIME_ZONES } from './time-zones.ts';

it('B159: about 120 zones are offered, each once, in order, and known to the runtime', () => {
  expect(TIME_ZONES.length).toBeGreaterThanOrEqual(110);
  expect(TIME_ZONES.length).toBeLessThanOrEqual(130);
  expect(TIME_ZONES).toEqual([...new Set(TIME_ZONES)].sort());
  for (const zone of TIME_ZONES) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone).not.toThrow();
});
