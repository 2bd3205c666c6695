import { describe, expect, it } from 'vitest';
import { PARCEL, SHIPMENT_TRACKING } from './meta.ts';
import { getTrackingState, type Parcel, replacedTracking, shipmentTracking } from './parcels.ts';

const parcel: Parcel = { ref: 'p', carrier: 'DHL', number: 'T1', at: '2026-11-01T00:00:00Z', lines: [] };
const to = { carrier: 'UPS', number: 'T2' };
const correction = { externalFulfillmentId: 'p', ref: 'p', from: { carrier: 'DHL', number: 'T1' }, to };
const theirs = { tracking_provider: 'fedex', tracking_number: 'M1', tracking_id: 'x' };

const meta = (list: unknown[], marks: Parcel[] = [parcel]) => [
  ...marks.map((mark, at) => ({ id: at, key: PARCEL + mark.ref, value: JSON.stringify(mark) })),
  { id: 9, key: SHIPMENT_TRACKING, value: list },
];
const ours = shipmentTracking([], [parcel]);

describe('how far new tracking has got', () => {
  it('is seen by our mark and by the list that merchants edit', () => {
    expect(getTrackingState(meta(ours), correction)).toBe('pending');
    expect(getTrackingState(meta([theirs, ...ours]), correction)).toBe('pending');
    expect(getTrackingState(meta([], [{ ...parcel, ...to }]), correction)).toBe('done');
    expect(getTrackingState(meta([]), correction)).toBe('edited');
    expect(getTrackingState(meta([theirs]), correction)).toBe('edited');
    const [item] = ours as object[];
    expect(getTrackingState(meta([{ ...item, custom_tracking_provider: 'Mine' }]), correction)).toBe('edited');
    expect(getTrackingState(meta(ours, []), correction)).toBe('edited');
  });

  it('counts a number that the merchant put right already', () => {
    const right = { ...theirs, tracking_number: 'T2' };
    expect(getTrackingState(meta([right]), correction)).toBe('pending');
    expect(replacedTracking(meta([right, ...ours]), parcel, { ...parcel, ...to })).toEqual([right]);
  });

  it('of a further parcel hangs on the marks alone', () => {
    const further = { externalFulfillmentId: 'p', ref: 'q', to };
    expect(getTrackingState(meta([]), further)).toBe('pending');
    expect(getTrackingState(meta([], [parcel, { ...parcel, ref: 'q' }]), further)).toBe('done');
    expect(getTrackingState(meta([], []), further)).toBe('edited');
  });
});

it('new tracking takes the place of the old, and what others wrote stays', () => {
  expect(replacedTracking(meta([theirs, ...ours]), parcel, { ...parcel, ...to })).toEqual([
    theirs,
    expect.objectContaining({ custom_tracking_provider: 'UPS', tracking_number: 'T2' }),
  ]);
});
