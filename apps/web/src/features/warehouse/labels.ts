import type { WarehouseOrder } from '@quayside/contracts';
import type { Tone } from '../../kit/status-badge.tsx';

export const STATES = ['paid', 'processing', 'shipped', 'delivered', 'created', 'cancelled'] as const;

export const STATE_TONES: Record<WarehouseOrder['state'], Tone> = {
  created: 'closed',
  paid: 'waiting',
  processing: 'moving',
  shipped: 'moving',
  delivered: 'done',
  cancelled: 'closed',
};

/** What the staff may write down of a parcel, in the order in which it happens. */
export const PARCEL_STATES = [
  'info_received',
  'in_transit',
  'available_for_pickup',
  'out_for_delivery',
  'delivered',
  'delivery_failure',
  'exception',
  'expired',
] as const;

/** Pieces of a line that are still here. */
export const piecesHere = (line: WarehouseOrder['lines'][number]): number =>
  line.state === 'refused' ? 0 : line.quantity - line.shipped;

/** Pieces in an order. */
export const countUnits = (order: WarehouseOrder): number => order.lines.reduce((sum, line) => sum + line.quantity, 0);
