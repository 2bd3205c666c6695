import type { TopupState } from '@quayside/connector-kit';
import { toDecimal } from '@quayside/kernel';
import { z } from 'zod';
import { TOPUP_CREATING, type TopupRowState } from '../../../states/topup.ts';

const uuid = z.uuid();
const label = z.object({
  account: z.uuid(),
  workspace: z.uuid().optional(),
  amount: z.string().regex(/^[1-9]\d{0,15}$/),
});

/** A checkout's purpose in terms that survive the database. */
export interface TopupLabels {
  topupId: string;
  accountId: string;
  workplaceId?: string;
  /** US cents. */
  amount: number;
}

/** Labels of a checkout. */
export const labelsFor = ({
  accountId,
  amount,
  workplaceId,
}: Omit<TopupLabels, 'topupId'>): Record<string, string> => ({
  account: accountId,
  amount: String(amount),
  ...(workplaceId === undefined ? {} : { workspace: workplaceId }),
});

/** Undefined for a checkout from a version without labels. */
export function readLabels({ labels, reference }: Pick<TopupState, 'labels' | 'reference'>): TopupLabels | undefined {
  const topupId = uuid.safeParse(reference).data;
  const { data } = label.safeParse(labels);
  if (!topupId || !data) return undefined;
  const { account: accountId, amount, workspace } = data;
  return { topupId, accountId, amount: Number(amount), ...(workspace ? { workplaceId: workspace } : {}) };
}

/** What is known here about a checkout's top-up. */
export interface KnownTopup {
  accountId: string;
  amount: number;
  state: TopupRowState;
  providerRef: string | null;
}

export type TopupMatch =
  /** Nothing to do: known here, or without a payment. */
  | { kind: 'known' }
  /** The row is missing. */
  | { kind: 'recreate'; labels: TopupLabels }
  /** The row exists without its checkout. */
  | { kind: 'attach'; labels: TopupLabels }
  /** A person decides. `why`: an English text for operators. */
  | { kind: 'unmatched'; why: string };

/** Compares a provider's checkout with our data. Amount and currency are the provider's. */
export function matchTopup(checkout: TopupState, hasAccount: boolean, known: KnownTopup | undefined): TopupMatch {
  const { amount, providerRef, state } = checkout;
  if (known?.providerRef === providerRef || state === 'expired' || state === 'refunded') return { kind: 'known' };
  const labels = readLabels(checkout);
  if (!labels) return unmatched('it does not name an account: made by an earlier version');
  if (amount.currency !== 'USD') return unmatched(`the currency is ${amount.currency}, not USD`);
  if (amount.amount !== labels.amount || (known && known.amount !== amount.amount))
    return unmatched('the amount is not the one that was asked for');
  if (checkout.refunded.amount > 0)
    return unmatched(`${toDecimal(checkout.refunded)} ${checkout.refunded.currency} of it was refunded`);
  if (known && known.accountId !== labels.accountId) return unmatched('the top-up belongs to another account here');
  if (!hasAccount) return unmatched(`the account ${labels.accountId} does not exist here`);
  if (!known) return { kind: 'recreate', labels };
  if (known.providerRef === null && TOPUP_CREATING.includes(known.state)) return { kind: 'attach', labels };
  return state === 'paid' ? unmatched(`the top-up is ${known.state} here with another checkout`) : { kind: 'known' };
}

const unmatched = (why: string): TopupMatch => ({ kind: 'unmatched', why });

/** Name of a checkout for operators and the log. */
export const describeUnmatched = (checkout: TopupState, why: string): string =>
  [
    `top-up ${checkout.reference}`,
    `payment ${checkout.paymentRef ?? 'none yet'}`,
    `${toDecimal(checkout.amount)} ${checkout.amount.currency} of ${checkout.createdAt}`,
    why,
  ].join(', ');
