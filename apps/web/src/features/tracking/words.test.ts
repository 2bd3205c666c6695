import { expect, it } from 'vitest';
import { GROUPS, SHIPMENT_TONES, wayOf } from './words.ts';

it('puts every state of a parcel into exactly one group', () => {
  const grouped = Object.entries(GROUPS).flatMap(([group, states]) => (group === 'all' ? [] : [...states]));
  expect([...grouped].sort()).toEqual(Object.keys(SHIPMENT_TONES).sort());
});

it('draws trouble where it happened', () => {
  expect(wayOf('delivery_failure')).toEqual({ at: 2, broken: true });
  expect(wayOf('delivered')).toEqual({ at: 3, broken: false });
  expect(wayOf('not_found')).toEqual({ at: 0, broken: false });
});
