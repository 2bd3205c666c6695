import type { ShipmentStateName, ShopperMailKind, ShopperMailState } from '@quayside/contracts';
import { isNews } from './kinds.ts';

export interface OrderFacts {
  mode: 'live' | 'sandbox';
  cancelled_at: string | null;
  erased_at: string | null;
  /** The owner ordered it for themselves. */
  is_sample: boolean;
  financial_status: string;
}

const PAID_BACK: readonly string[] = ['refunded', 'voided'];

/** Whether the shopper of an order still waits for its parcels. */
export const isAwaited = (order: Omit<OrderFacts, 'mode'>): boolean =>
  order.cancelled_at === null &&
  order.erased_at === null &&
  !order.is_sample &&
  !PAID_BACK.includes(order.financial_status);

export interface MailFacts {
  kind: ShopperMailKind;
  created_at: string;
  order: OrderFacts | undefined;
  /** State of the parcel now; undefined: gone. */
  parcel: ShipmentStateName | undefined;
  address: string | undefined;
  /** Since when the kind is on; null: off. */
  since: string | null;
  inPlan: boolean;
  isUnsubscribed: boolean;
  obstacle: 'no_server' | 'no_url' | null;
  restoredAt: string | null;
}

export interface Verdict {
  state: Extract<ShopperMailState, 'kept' | 'unsubscribed' | 'dropped'>;
  reason: string;
}

/** Why an email is not sent; undefined: it is. A sandbox's shopper never gets one. */
export function judge(mail: MailFacts, now: string): Verdict | undefined {
  const dropped = (reason: string): Verdict => ({ state: 'dropped', reason });
  const kept = (reason: string): Verdict => ({ state: 'kept', reason });
  if (!mail.order || mail.parcel === undefined) return dropped('SHOPPER_MAIL_WHY_GONE');
  if (!isAwaited(mail.order)) return dropped('SHOPPER_MAIL_WHY_CLOSED');
  if (mail.since === null) return dropped('SHOPPER_MAIL_WHY_OFF');
  if (!mail.inPlan) return dropped('SHOPPER_MAIL_WHY_PLAN');
  if (!mail.address) return dropped('SHOPPER_MAIL_WHY_NO_ADDRESS');
  if (mail.parcel === 'delivered' && mail.kind !== 'delivered') return dropped('SHOPPER_MAIL_WHY_LATE');
  if (!isNews(mail.created_at, { now, since: mail.since, restoredAt: mail.restoredAt }))
    return dropped('SHOPPER_MAIL_WHY_LATE');
  if (mail.isUnsubscribed) return { state: 'unsubscribed', reason: 'SHOPPER_MAIL_WHY_UNSUBSCRIBED' };
  if (mail.order.mode === 'sandbox') return kept('SHOPPER_MAIL_WHY_SANDBOX');
  if (mail.obstacle === 'no_server') return kept('SHOPPER_MAIL_WHY_NO_SERVER');
  if (mail.obstacle === 'no_url') return kept('SHOPPER_MAIL_WHY_NO_URL');
  return undefined;
}
