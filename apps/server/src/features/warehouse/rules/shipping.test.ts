import { describe, expect, it } from 'vitest';
import { findService, isServed, quotes, SERVED_COUNTRIES } from './shipping.ts';

describe('shipping', () => {
  it('costs more for more weight and for farther zones', () => {
    const [light, heavy, far] = [quotes('US', 90)[0], quotes('US', 2_000)[0], quotes('IN', 90)[0]];
    expect(light?.amount).toBe(387);
    expect(heavy?.amount).toBeGreaterThan(light?.amount ?? 0);
    expect(far?.amount).toBeGreaterThan(light?.amount ?? 0);
  });

  it('is not offered where nobody goes', () => {
    expect(quotes('AQ', 100)).toEqual([]);
    expect(isServed('AQ')).toBe(false);
    expect(SERVED_COUNTRIES).toContain('DE');
  });

  it('keeps the promise of five to seven days', () => {
    expect(findService('standard')?.days).toEqual([5, 7]);
    expect(findService('Quayside Standard')?.code).toBe('standard');
    expect(findService('pigeon')).toBeUndefined();
  });
});
