import type { ShipmentStateName } from '@quayside/contracts';
import { nextState, type Transitions } from '@quayside/kernel';

const FORWARD: readonly ShipmentStateName[] = ['not_found', 'info_received', 'in_transit'];
const NEARLY: readonly ShipmentStateName[] = ['available_for_pickup', 'out_for_delivery'];
const TROUBLE: readonly ShipmentStateName[] = ['expired', 'delivery_failure', 'exception'];
const OPEN: readonly ShipmentStateName[] = [...FORWARD, ...NEARLY, ...TROUBLE];

/**
 * States that a parcel may enter a state from. It moves forward; trouble may come and go; delivered is final. Late
 * events that would lead back are only stored.
 */
export const SHIPMENT_TRANSITIONS: Transitions<ShipmentStateName, ShipmentStateName> = {
  not_found: { from: [], to: 'not_found' },
  info_received: { from: ['not_found', 'expired'], to: 'info_received' },
  in_transit: { from: ['not_found', 'info_received', ...TROUBLE], to: 'in_transit' },
  available_for_pickup: { from: [...FORWARD, 'out_for_delivery', ...TROUBLE], to: 'available_for_pickup' },
  out_for_delivery: { from: [...FORWARD, 'available_for_pickup', ...TROUBLE], to: 'out_for_delivery' },
  delivered: { from: OPEN, to: 'delivered' },
  expired: { from: [...FORWARD, ...NEARLY], to: 'expired' },
  delivery_failure: { from: [...FORWARD, ...NEARLY, 'exception', 'expired'], to: 'delivery_failure' },
  exception: { from: [...FORWARD, ...NEARLY, 'delivery_failure', 'expired'], to: 'exception' },
};

/** Whether a parcel is in trouble. */
export const isTrouble = (state: ShipmentStateName | undefined): boolean =>
  state !== undefined && TROUBLE.includes(state);

/** State after an event; unchanged for events without an allowed transition. */
export const afterNews = (state: ShipmentStateName, told: ShipmentStateName): ShipmentStateName =>
  nextState(SHIPMENT_TRANSITIONS, state, told) ?? state;

/** State after all events in time order, and finally the parcel's own state. */
export function getState(
  before: ShipmentStateName | undefined,
  events: readonly { at: string; state: ShipmentStateName }[],
  told: ShipmentStateName | undefined,
): ShipmentStateName {
  const ordered = [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map((event) => event.state);
  const walk = told ? [...ordered, told] : ordered;
  return walk.reduce(afterNews, before ?? 'not_found');
}
