import type { ShipmentStateName } from '@quayside/contracts';
import type { Tone } from '../../kit/status-badge.tsx';

export const SHIPMENT_TONES: Record<ShipmentStateName, Tone> = {
  not_found: 'closed',
  info_received: 'waiting',
  in_transit: 'moving',
  available_for_pickup: 'waiting',
  out_for_delivery: 'moving',
  delivered: 'done',
  expired: 'broken',
  delivery_failure: 'broken',
  exception: 'broken',
};

/** The way of a parcel as it is drawn. */
export const STOPS = ['label', 'transit', 'near', 'delivered'] as const;
export type Stop = (typeof STOPS)[number];

const REACHED: Record<ShipmentStateName, Stop> = {
  not_found: 'label',
  info_received: 'label',
  in_transit: 'transit',
  available_for_pickup: 'near',
  out_for_delivery: 'near',
  delivered: 'delivered',
  expired: 'transit',
  delivery_failure: 'near',
  exception: 'transit',
};

/** The last stop that a parcel reached, and whether something went wrong there. */
export function getProgress(state: ShipmentStateName): { at: number; broken: boolean } {
  return { at: STOPS.indexOf(REACHED[state]), broken: SHIPMENT_TONES[state] === 'broken' };
}
