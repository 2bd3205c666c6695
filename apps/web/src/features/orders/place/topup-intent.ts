/** What was about to be placed and paid when its owner left for the payment page. */
export interface PlaceIntent {
  /** Keys of the groups that are combined. */
  combined?: string[];
  orderIds: string[];
  lineIds?: string[];
  /** Lines that were taken out. */
  left: string[];
  /** Shipping services by line. */
  shipping: Record<string, string>;
  /** The sum on the button, in the smallest unit of its currency: another sum is not paid without being asked. */
  total: { amount: number; currency: string };
}

const nameOf = (topupId: string): string => `quayside.place-intent.${topupId}`;

/**
 * Keeps what is placed once a top-up is paid. In this tab's own storage: an address alone, which anybody can send, never leads to a
 * payment.
 */
export function saveIntent(topupId: string, intent: PlaceIntent): void {
  try {
    sessionStorage.setItem(nameOf(topupId), JSON.stringify(intent));
  } catch {
    // The orders are then chosen again.
  }
}

/** Takes what was kept for a top-up; it is given once, so that a second visit of the address pays nothing. */
export function takeIntent(topupId: string): PlaceIntent | undefined {
  try {
    const kept = sessionStorage.getItem(nameOf(topupId));
    sessionStorage.removeItem(nameOf(topupId));
    return kept === null ? undefined : (JSON.parse(kept) as PlaceIntent);
  } catch {
    return undefined;
  }
}
