import type { ReturnMailKind, ReturnState } from '@quayside/contracts';
import type { OrderFacts, Verdict } from './judge.ts';
import { isNews } from './kinds.ts';

export interface ReturnMailFacts {
  kind: ReturnMailKind;
  created_at: string;
  order: Pick<OrderFacts, 'mode' | 'erased_at'> | undefined;
  /** State of the return now; undefined: gone. */
  state: ReturnState | undefined;
  address: string | undefined;
  obstacle: 'no_server' | 'no_url' | null;
  restoredAt: string | null;
}

/** States in which an email would no longer be true. */
const OVER: Readonly<Record<ReturnMailKind, readonly ReturnState[]>> = {
  return_approved: ['canceled', 'closed', 'refunded', 'exchanged'],
  return_rejected: [],
  return_refunded: [],
};

/**
 * Why an email about a return is not sent; undefined: it is. The customer asked for the return and needs its outcome, so
 * unsubscribing from emails about parcels doesn't stop it, nor does the plan. A sandbox's shopper never gets one.
 */
export function judgeReturn(mail: ReturnMailFacts, now: string): Verdict | undefined {
  const dropped = (reason: string): Verdict => ({ state: 'dropped', reason });
  if (!mail.order || mail.state === undefined) return dropped('SHOPPER_MAIL_WHY_GONE');
  if (mail.order.erased_at !== null) return dropped('SHOPPER_MAIL_WHY_CLOSED');
  if (OVER[mail.kind].includes(mail.state)) return dropped('SHOPPER_MAIL_WHY_RETURN_OVER');
  if (!mail.address) return dropped('SHOPPER_MAIL_WHY_NO_ADDRESS');
  if (!isNews(mail.created_at, { now, since: mail.created_at, restoredAt: mail.restoredAt }))
    return dropped('SHOPPER_MAIL_WHY_LATE');
  if (mail.order.mode === 'sandbox') return { state: 'kept', reason: 'SHOPPER_MAIL_WHY_SANDBOX' };
  return mail.obstacle === 'no_server' ? { state: 'kept', reason: 'SHOPPER_MAIL_WHY_NO_SERVER' } : undefined;
}
