import type { ChannelOrderState } from '@quayside/connector-kit';

/**
 * A store's view of an order being bought. open: exists and is paid. deleted: permanently or in the trash.
 * docs/decisions/0045 has the table of statuses.
 */
export type StoreAnswer = 'open' | 'unpaid' | 'refunded' | 'cancelled' | 'deleted';

type State = Pick<ChannelOrderState, 'cancelledAt' | 'financialStatus' | 'paysOnDelivery'>;

/** Whether an order may be bought, by its state in the store. Authorized payments don't count as paid. */
export function getStoreAnswer({ cancelledAt, financialStatus, paysOnDelivery }: State): StoreAnswer {
  if (cancelledAt) return 'cancelled';
  switch (financialStatus) {
    case 'paid':
    case 'partially_refunded':
      return 'open';
    case 'refunded':
    case 'voided':
      return 'refunded';
    case 'pending':
    case 'partially_paid':
      return paysOnDelivery ? 'open' : 'unpaid';
    case 'authorized':
    case 'failed':
      return 'unpaid';
  }
}

/** How long an `open` response is valid. */
export const OPEN_FOR_MS = 60_000;
/** Other responses are checked again sooner: a retry usually follows a change in the store. */
export const SHUT_FOR_MS = 10_000;

/** The last store check of an order. Ages are from the database's clock. */
export interface StoreCheck {
  answer: StoreAnswer | null;
  /** Since the store was asked; null: no response yet. */
  ageMs: number | null;
  /** How long the store has given no usable response; null: it responded last time. */
  silentMs: number | null;
  /** Whether a worker is asking the store right now. */
  isBeingAsked: boolean;
  /** A person decided to buy although the store doesn't respond. */
  isSilenceAccepted: boolean;
  /** A person decided to buy although the store reports the order as unpaid. */
  isUnpaidAccepted: boolean;
  /** The store reports a high risk of fraud or a disputed payment; guards may stop the order. */
  isSuspect: boolean;
}

const REASONS: Readonly<Record<Exclude<StoreAnswer, 'open'>, string>> = {
  unpaid: 'ORDER_NOT_PAID_BY_SHOPPER',
  refunded: 'ORDER_REFUNDED',
  cancelled: 'ORDER_CANCELLED',
  deleted: 'ORDER_DELETED_IN_STORE',
};

export type Verdict = { kind: 'go' } | { kind: 'ask' } | { kind: 'stop'; answer: StoreAnswer; key: string };

/** Verdict of a check. ask: too old. */
export function judgeCheck(check: StoreCheck | undefined): Verdict {
  if (!check?.answer || check.ageMs === null) return { kind: 'ask' };
  const { ageMs } = check;
  if (check.answer === 'open') return { kind: ageMs < OPEN_FOR_MS ? 'go' : 'ask' };
  return ageMs < SHUT_FOR_MS ? { kind: 'stop', answer: check.answer, key: REASONS[check.answer] } : { kind: 'ask' };
}

/** Delay before a silent store is asked again: increasing, at most a minute. */
export const waitForStoreMs = (silentMs: number | null): number =>
  silentMs === null ? 1_000 : Math.min(Math.max(silentMs / 2, 5_000), 60_000);

/** Whether a decision to buy without a response counts: only while the store doesn't respond. */
export const mayPassSilence = (check: StoreCheck | undefined): boolean =>
  check?.isSilenceAccepted === true && check.silentMs !== null && !check.isBeingAsked;
