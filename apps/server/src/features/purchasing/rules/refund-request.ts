import type { ShippingOption } from '@quayside/connector-kit';
import { REFUND_DAYS } from '@quayside/contracts';
import { getClaimWindow } from './claim-windows.ts';

/** Days to ship and to deliver where the supplier promised none. */
const UNKNOWN_DAYS = { processing: 3, delivery: 30 } as const;

const DAY_MS = 86_400_000;
/** The end of the day (UTC) some days later: a request on the last day is in time, whatever the hour. */
const endOfDayAfter = (at: string, days: number): number =>
  Math.floor(Date.parse(at) / DAY_MS) * DAY_MS + (days + 1) * DAY_MS - 1;

const toTime = (ms: number): string => new Date(ms).toISOString();

/** When delivery was promised, from the payment and the shipping method's longest times. */
export function getPromisedDelivery(paidAt: string, quote: ShippingOption | null): string {
  const days =
    (quote?.processingDaysMax ?? UNKNOWN_DAYS.processing) + (quote?.deliveryDaysMax ?? UNKNOWN_DAYS.delivery);
  return toTime(Date.parse(paidAt) + days * DAY_MS);
}

/** A bought item's dates. */
export interface ClaimFacts {
  supplier: string;
  /** null: not delivered, or not known to be. */
  receivedAt: string | null;
  /** Delivery of the last items that arrived, if some are missing. */
  partlyReceivedAt?: string | null;
  promisedAt: string;
}

export interface ClaimDates {
  /** Until when the supplier accepts a claim; never later than the last day for requests. */
  deadline: string;
  /** No request is possible any more (rule B330). */
  isOver: boolean;
}

/**
 * Dates of a claim: by receipt, or by the promised delivery for an item that never arrived. A request may be about items
 * of the line that did arrive, so it is possible as long as either of the two is.
 */
export function getClaimDates(
  { supplier, receivedAt, partlyReceivedAt, promisedAt }: ClaimFacts,
  now: string,
): ClaimDates {
  const { afterReceipt, afterPromise } = getClaimWindow(supplier);
  const from = receivedAt ?? promisedAt;
  const last = Math.max(...[from, partlyReceivedAt ?? from].map((at) => endOfDayAfter(at, REFUND_DAYS)));
  const days = Math.min(receivedAt ? afterReceipt : afterPromise, REFUND_DAYS);
  return { deadline: toTime(endOfDayAfter(from, days)), isOver: Date.parse(now) > last };
}

/** An accepted request and what its supplier order had been refunded, or promised, before. Minor units. */
export interface AcceptedRequest {
  agreed: number;
  credited_before: number;
}

/** What a request received so far, of everything refunded for its supplier order. */
export const getReceived = ({ agreed, credited_before }: AcceptedRequest, credited: number): number =>
  Math.min(agreed, Math.max(0, credited - credited_before));
