import type { Notification } from '@quayside/contracts';
import { Boxes, Cable, type LucideIcon, ReceiptText, ShieldCheck, Truck, Wallet } from 'lucide-react';
import type { Tone } from '../../kit/status-badge.tsx';

export type Area = Notification['area'];
export const AREAS: readonly Area[] = ['order', 'product', 'supplier', 'connection', 'wallet', 'privacy'];

export const AREA_ICONS: Record<Area, LucideIcon> = {
  order: ReceiptText,
  product: Boxes,
  supplier: Truck,
  connection: Cable,
  wallet: Wallet,
  privacy: ShieldCheck,
};

/** What a kind means to the eye; what is not here is broken and waits for a person. */
const TONES: Partial<Record<Notification['kind'], Tone>> = {
  order_received: 'moving',
  order_blocked: 'waiting',
  order_changed: 'waiting',
  order_cancelled: 'closed',
  order_stopped: 'waiting',
  order_edit_failed: 'waiting',
  order_feedback: 'moving',
  parcel_trouble: 'waiting',
  parcel_unmatched: 'waiting',
  shipment_alarm: 'waiting',
  return_requested: 'waiting',
  cost_moved: 'waiting',
  stock_back: 'done',
  price_changed: 'waiting',
  access_ends: 'waiting',
  order_unread: 'waiting',
  topped_up: 'done',
  wallet_low: 'waiting',
  topup_disputed: 'waiting',
  privacy_request: 'waiting',
};
export const getTone = (kind: Notification['kind']): Tone => TONES[kind] ?? 'broken';
