import { expect, it } from 'vitest';
import { wayOf } from './labels.ts';

it('draws trouble where it happened', () => {
  expect(wayOf('delivery_failure')).toEqual({ at: 2, broken: true });
  expect(wayOf('delivered')).toEqual({ at: 3, broken: false });
  expect(wayOf('not_found')).toEqual({ at: 0, broken: false });
});
