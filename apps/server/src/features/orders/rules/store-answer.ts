import type { ChannelOrderState } from '@quayside/connector-kit';

/**
 * What a store says about an order that is being bought. open: still there and paid for. deleted: gone for good or in the trash.
 * docs/decisions/0045 has the table of statuses.
 */
export type StoreAnswer = 'open' | 'unpaid' | 'refunded' | 'cancelled' | 'deleted';

type State = Pick<ChannelOrderState, 'cancelledAt' | 'financialStatus' | 'paysOnDelivery'>;

/** Whether an order may be bought, by its state in the store. Money that is only reserved (authorized) is not paid yet. */
export function storeAnswerOf({ cancelledAt, financialStatus, paysOnDelivery }: State): StoreAnswer {
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

/** An answer lets an order pass for this long. */
export const OPEN_FOR_MS = 60_000;
/** Any other answer is asked again sooner: whoever retries has probably changed something in the store. */
export const SHUT_FOR_MS = 10_000;

/** What is stored about an order's last question to its store. Ages by the database's clock. */
export interface StoreCheck {
  answer: StoreAnswer | null;
  /** Since the store was asked; null: it has not answered yet. */
  ageMs: number | null;
  /** How long the store has given no usable answer; null: it answered last time. */
  silentMs: number | null;
  /** Whether a worker is asking the store right now. */
  isBeingAsked: boolean;
  /** A person decided to buy the order although its store does not answer. */
  isSilenceAccepted: boolean;
  /** A person decided to buy the order although its store says that the shopper has not paid. */
  isUnpaidAccepted: boolean;
}

const REASONS: Readonly<Record<Exclude<StoreAnswer, 'open'>, string>> = {
  unpaid: 'ORDER_NOT_PAID_BY_SHOPPER',
  refunded: 'ORDER_REFUNDED',
  cancelled: 'ORDER_CANCELLED',
  deleted: 'ORDER_DELETED_IN_STORE',
};

export type Verdict = { kind: 'go' } | { kind: 'ask' } | { kind: 'stop'; answer: StoreAnswer; key: string };

/** What a check means. ask: it is too old to say anything. */
export function judgeCheck(check: StoreCheck | undefined): Verdict {
  if (!check?.answer || check.ageMs === null) return { kind: 'ask' };
  const { ageMs } = check;
  if (check.answer === 'open') return { kind: ageMs < OPEN_FOR_MS ? 'go' : 'ask' };
  return ageMs < SHUT_FOR_MS ? { kind: 'stop', answer: check.answer, key: REASONS[check.answer] } : { kind: 'ask' };
}

/** How long a purchase waits before the store is asked again: longer the longer it has been silent, a minute at most. */
export const waitForStoreMs = (silentMs: number | null): number =>
  silentMs === null ? 1_000 : Math.min(Math.max(silentMs / 2, 5_000), 60_000);

/** Whether a person's decision to buy without an answer counts: only while the store really gives none. */
export const mayPassSilence = (check: StoreCheck | undefined): boolean =>
  check?.isSilenceAccepted === true && check.silentMs !== null && !check.isBeingAsked;
