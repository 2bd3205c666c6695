import { describe, expect, it } from 'vitest';
import { getGuideline } from './guideline.ts';

describe('the quick start', () => {
  it('B066: begins with the plan chosen and the search next', () => {
    const guideline = getGuideline(new Set());
    expect(guideline.steps[0]).toEqual({ key: 'CHOOSE_A_PLAN', done: true });
    expect(guideline.step_active_key).toBe('FIND_AND_IMPORT');
    expect(guideline.is_done).toBe(false);
  });

  it('B069: has the first open step as the active one, in the given order', () => {
    expect(getGuideline(new Set(['FIND_AND_IMPORT', 'PLACE_ORDER'])).step_active_key).toBe('PUSH_PRODUCT');
  });

  it('B068, B069: points to PLACE_ORDER when all is done (A23)', () => {
    const all = getGuideline(
      new Set(['FIND_AND_IMPORT', 'PUSH_PRODUCT', 'PLACE_ORDER', 'NAVIGATE_TO_ORDER_CENTER', 'FIND_READY_ORDER']),
    );
    expect(all).toMatchObject({ is_done: true, step_active_key: 'PLACE_ORDER' });
  });
});
