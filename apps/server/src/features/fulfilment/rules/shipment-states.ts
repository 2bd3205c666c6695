import type { ShipmentStateName } from '@quayside/contracts';
import { moved, type Transitions } from '@quayside/kernel';

const FORWARD: readonly ShipmentStateName[] = ['not_found', 'info_received', 'in_transit'];
const NEARLY: readonly ShipmentStateName[] = ['available_for_pickup', 'out_for_delivery'];
const TROUBLE: readonly ShipmentStateName[] = ['expired', 'delivery_failure', 'exception'];
const OPEN: readonly ShipmentStateName[] = [...FORWARD, ...NEARLY, ...TROUBLE];

/**
 * From where a parcel may come into a state (the move is named after it). It goes forward; trouble may come at any time
 * and may pass; what is delivered stays delivered. News that came late and would lead back are kept as events only.
 */
export const SHIPMENT_MOVES: Transitions<ShipmentStateName, ShipmentStateName> = {
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

/** Whether a parcel does not get on. */
export const isTrouble = (state: ShipmentStateName | undefined): boolean =>
  state !== undefined && TROUBLE.includes(state);

/** The state after news of a parcel; news that lead nowhere leave it as it is. */
export const afterNews = (state: ShipmentStateName, told: ShipmentStateName): ShipmentStateName =>
  moved(SHIPMENT_MOVES, state, told) ?? state;

/** The states that the events lead through, in the order of their times, and at last what the parcel itself says. */
export function stateOf(
  before: ShipmentStateName | undefined,
  events: readonly { at: string; state: ShipmentStateName }[],
  told: ShipmentStateName | undefined,
): ShipmentStateName {
  const ordered = [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map((event) => event.state);
  const walk = told ? [...ordered, told] : ordered;
  return walk.reduce(afterNews, before ?? 'not_found');
}
