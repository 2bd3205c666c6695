import type { OrderLine, OrderSummary, ShippingInfo, SupplierOrderView } from '@quayside/contracts';
import { shownDays } from '@quayside/kernel/days.ts';
import type { Tone } from '../../kit/status-badge.tsx';
import type { MinorMoney } from '../../lib/formats.ts';

export const PLACEMENT_TONES: Record<OrderSummary['placement_status'], Tone> = {
  ready: 'waiting',
  needs_attention: 'broken',
  unmapped: 'broken',
  placing: 'moving',
  placed: 'done',
  nothing_to_place: 'closed',
};

export const LINE_TONES: Record<OrderLine['state'], Tone> = {
  unmapped: 'broken',
  ready: 'waiting',
  blocked: 'broken',
  placing: 'moving',
  placed: 'done',
  shipped: 'moving',
  delivered: 'done',
  cancelled: 'closed',
  manual: 'closed',
  no_shipping: 'closed',
};

export const SUPPLIER_ORDER_TONES: Record<SupplierOrderView['state'], Tone> = {
  requested: 'moving',
  placing: 'moving',
  unknown: 'waiting',
  placed: 'done',
  failed: 'broken',
  cancelled: 'closed',
};

export const PAY_TONES: Record<SupplierOrderView['pay_state'], Tone> = {
  unpaid: 'waiting',
  requested: 'moving',
  paying: 'moving',
  unknown: 'waiting',
  paid: 'done',
  failed: 'broken',
  refunded: 'closed',
};

type Payment = Pick<OrderSummary, 'payment_status' | 'placement_status' | 'refund_status'>;

const REFUND_LABELS = {
  pending: 'refund.pending',
  refunded: 'payState.refunded',
  not_refunded: 'payment.paid',
} as const;

/** A line with its variant, as it is named among others. */
export const variantName = ({ title, variant_title }: { title: string; variant_title: string | null }): string =>
  variant_title ? `${title} (${variant_title})` : title;

/** The payment of an order. An order whose paid supplier orders were cancelled is not called unpaid. */
export const paymentLabel = ({ payment_status, refund_status }: Payment) =>
  refund_status ? REFUND_LABELS[refund_status] : (`payment.${payment_status}` as const);

/** Nothing is owed to anybody before an order is placed: only then does an open payment ask for attention. */
export function paymentTone(order: Payment): Tone {
  if (order.refund_status) return order.refund_status === 'pending' ? 'waiting' : 'closed';
  if (order.payment_status === 'pending') return order.placement_status === 'placed' ? 'waiting' : 'closed';
  return ({ in_progress: 'moving', partially_paid: 'waiting', paid: 'done' } as const)[order.payment_status];
}

export type ParcelState = 'none' | 'partly' | 'shipped' | 'delivered' | 'cancelled' | 'deleted';
export const PARCEL_TONES: Record<ParcelState, Tone> = {
  none: 'closed',
  partly: 'moving',
  shipped: 'moving',
  delivered: 'done',
  cancelled: 'closed',
  deleted: 'closed',
};

/** How far the goods of an order are, from the states of its lines. */
export function parcelState(order: Pick<OrderSummary, 'cancelled_at' | 'cancelled_by' | 'line_items'>): ParcelState {
  if (order.cancelled_at) return order.cancelled_by === 'deletion' ? 'deleted' : 'cancelled';
  const goods = order.line_items.filter((line) => line.state !== 'no_shipping' && line.state !== 'cancelled');
  const gone = goods.filter((line) => line.state === 'shipped' || line.state === 'delivered');
  if (gone.length === 0) return 'none';
  if (gone.length < goods.length) return 'partly';
  return gone.every((line) => line.state === 'delivered') ? 'delivered' : 'shipped';
}

/** Lines that the customer bought: without the further parts of bundles. */
export const soldLines = <L extends Partial<Pick<OrderLine, 'bundle_line_id'>>>(lines: readonly L[]): L[] =>
  lines.filter((line) => !line.bundle_line_id);

/** A line that no supplier has been asked for yet: supplier and shipping may still be changed. */
export const isOpenLine = (line: Pick<OrderLine, 'state'>): boolean =>
  line.state === 'unmapped' || line.state === 'ready' || line.state === 'blocked';

/** A line that the store had sent itself: nobody here took it over. */
export const isSentByStore = (line: Pick<OrderLine, 'state' | 'taken_over_by'>): boolean =>
  line.state === 'manual' && line.taken_over_by !== 'person';

/** The sum, when every part is known and all are of one currency; else null. An empty list has no currency: null. */
export function sumMoney(parts: readonly (MinorMoney | null | undefined)[]): MinorMoney | null {
  const first = parts[0];
  if (!first || parts.some((part) => !part || part.currency !== first.currency)) return null;
  return { amount: parts.reduce((sum, part) => sum + (part?.amount ?? 0), 0), currency: first.currency };
}

type DaysWords = (min: number, max: number) => string;

/** The delivery days of a shipping choice in the words of a language; null where nothing believable is known. */
export function deliveryWords(info: ShippingInfo, words: DaysWords): string | null {
  const days = shownDays(info.delivery_days_min, info.delivery_days_max);
  return days ? words(days.min, days.max) : null;
}

/** The days that the supplier takes before it ships, likewise. */
export function processingWords(info: ShippingInfo, words: DaysWords): string | null {
  const days = shownDays(info.processing_days_min, info.processing_days_max);
  return days ? words(days.min, days.max) : null;
}

/** Service and days of a shipping choice, in one line that keeps each in its own direction. */
export const shippingWords = (info: ShippingInfo, words: DaysWords): string =>
  [info.service_name, deliveryWords(info, words)]
    .filter((part) => part !== null && part !== '')
    .map((part) => `\u2068${part}\u2069`)
    .join(' · ');
