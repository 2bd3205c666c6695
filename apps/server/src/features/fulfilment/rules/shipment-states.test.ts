import { SHIPMENT_STATES, type ShipmentStateName } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { afterNews, getState, isTrouble } from './shipment-states.ts';

/** The states that news can lead to from each state, written down a second time. */
const NEXT: Record<ShipmentStateName, readonly ShipmentStateName[]> = {
  not_found: [
    'info_received',
    'in_transit',
    'available_for_pickup',
    'out_for_delivery',
    'delivered',
    'expired',
    'delivery_failure',
    'exception',
  ],
  info_received: [
    'in_transit',
    'available_for_pickup',
    'out_for_delivery',
    'delivered',
    'expired',
    'delivery_failure',
    'exception',
  ],
  in_transit: ['available_for_pickup', 'out_for_delivery', 'delivered', 'expired', 'delivery_failure', 'exception'],
  available_for_pickup: ['out_for_delivery', 'delivered', 'expired', 'delivery_failure', 'exception'],
  out_for_delivery: ['available_for_pickup', 'delivered', 'expired', 'delivery_failure', 'exception'],
  delivered: [],
  expired: [
    'info_received',
    'in_transit',
    'available_for_pickup',
    'out_for_delivery',
    'delivered',
    'delivery_failure',
    'exception',
  ],
  delivery_failure: ['in_transit', 'available_for_pickup', 'out_for_delivery', 'delivered', 'exception'],
  exception: ['in_transit', 'available_for_pickup', 'out_for_delivery', 'delivered', 'delivery_failure'],
};

it.each(SHIPMENT_STATES)('a parcel that is %s moves only to the states that are written down', (state) => {
  for (const told of SHIPMENT_STATES)
    expect(afterNews(state, told), told).toBe(NEXT[state].includes(told) ? told : state);
});

it('a parcel is in trouble while it has expired, failed or is held up', () => {
  expect(SHIPMENT_STATES.filter(isTrouble).toSorted()).toEqual(['delivery_failure', 'exception', 'expired']);
  expect(isTrouble(undefined)).toBe(false);
});

describe('the state of a parcel', () => {
  const at = (hour: number, state: ShipmentStateName) => ({ at: `2026-05-01T0${hour}:00:00Z`, state });

  it('follows its events by their times, whatever their order', () => {
    expect(getState(undefined, [at(3, 'exception'), at(1, 'in_transit')], undefined)).toBe('exception');
    expect(getState(undefined, [at(3, 'in_transit'), at(1, 'exception')], undefined)).toBe('in_transit');
    expect(getState(undefined, [], undefined)).toBe('not_found');
  });

  it('goes on from what was known, and ends with what the parcel itself says', () => {
    expect(getState('out_for_delivery', [at(1, 'info_received')], undefined)).toBe('out_for_delivery');
    expect(getState(undefined, [at(1, 'in_transit')], 'delivered')).toBe('delivered');
    expect(getState('delivered', [], 'in_transit')).toBe('delivered');
  });
});
