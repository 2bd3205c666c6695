import { describe, expect, it } from 'vitest';
import { getNextUpdate, renamedFrom, sameItemsAs } from './next-update.ts';

const tracking = { carrier: 'DHL', number: 'T1', url: null };
const piece = (line_id: string, quantity: number, told_quantity = 0) => ({ line_id, quantity, told_quantity });
const parcel = { tracking, told: null, pieces: [piece('a', 1)], same_items_as: null };

describe('the next report of a parcel', () => {
  it('is the parcel with all its items while the store does not know it', () => {
    expect(getNextUpdate(parcel)).toEqual({ kind: 'parcel', tracking, lines: [{ line_id: 'a', quantity: 1 }] });
    expect(getNextUpdate({ ...parcel, pieces: [] })).toBeUndefined();
  });

  it('is a correction where number, carrier or address differ, before further items', () => {
    const pieces = [piece('a', 2, 1)];
    for (const change of [{ number: 'T2' }, { carrier: 'UPS' }, { url: 'https://dhl.example/T1' }]) {
      const now = { ...tracking, ...change };
      expect(getNextUpdate({ ...parcel, tracking: now, told: tracking, pieces })).toEqual({
        kind: 'correction',
        tracking: now,
        before: tracking,
      });
    }
    expect(getNextUpdate({ ...parcel, told: tracking, pieces })).toMatchObject({ kind: 'parcel' });
    expect(getNextUpdate({ ...parcel, told: tracking, pieces: [piece('a', 1, 1)] })).toBeUndefined();
  });

  it('is one more number for a parcel whose items were reported with another', () => {
    expect(getNextUpdate({ ...parcel, pieces: [], same_items_as: 'p' })).toEqual({ kind: 'further', tracking });
    expect(getNextUpdate({ ...parcel, pieces: [], same_items_as: 'p', told: tracking })).toBeUndefined();
  });
});

describe('parcels without items of their own', () => {
  const held = [
    { shipment_id: '1', pieces: [piece('a', 1)] },
    { shipment_id: '2', pieces: [piece('a', 1), piece('b', 2)] },
    { shipment_id: '3', pieces: [] },
  ];

  it('belong to the latest parcel with the same items, or the only one', () => {
    expect(sameItemsAs([piece('a', 1)], held)).toBe('2');
    expect(sameItemsAs([piece('b', 3)], held)).toBeUndefined();
    expect(sameItemsAs([piece('c', 1)], held)).toBeUndefined();
    expect(sameItemsAs([], held)).toBeUndefined();
    expect(sameItemsAs([], held.slice(1))).toBe('2');
  });

  it('are a parcel that is named no more where their items are exactly the same', () => {
    expect(renamedFrom([piece('a', 1)], held)).toBe('1');
    expect(renamedFrom([piece('a', 2)], held)).toBeUndefined();
    expect(renamedFrom([piece('b', 2)], held)).toBeUndefined();
    expect(renamedFrom([piece('b', 2), piece('a', 1)], held)).toBe('2');
    expect(renamedFrom([], held)).toBeUndefined();
  });
});
