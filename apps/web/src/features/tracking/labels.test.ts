import { expect, it } from 'vitest';
import { SHIPMENT_TONES } from '../parcels/index.ts';
import { GROUPS } from './labels.ts';

it('puts every state of a parcel into exactly one group', () => {
  const grouped = Object.entries(GROUPS).flatMap(([group, states]) => (group === 'all' ? [] : [...states]));
  expect([...grouped].sort()).toEqual(Object.keys(SHIPMENT_TONES).sort());
});
