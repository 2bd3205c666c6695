import { expect, it } from 'vitest';
import { getProgress } from './labels.ts';

it('draws trouble where it happened', () => {
  expect(getProgress('delivery_failure')).toEqual({ at: 2, broken: true });
  expect(getProgress('delivered')).toEqual({ at: 3, broken: false });
  expect(getProgress('not_found')).toEqual({ at: 0, broken: false });
});
