import type { ShipmentStateName } from '@quayside/contracts';

/** Groups of the tracking list: what is on its way, what arrived, what asks for someone. */
export const GROUPS = {
  all: [],
  waiting: ['not_found', 'info_received'],
  moving: ['in_transit', 'out_for_delivery'],
  pickup: ['available_for_pickup'],
  delivered: ['delivered'],
  trouble: ['delivery_failure', 'exception', 'expired'],
} as const satisfies Record<string, readonly ShipmentStateName[]>;
export type Group = keyof typeof GROUPS;
