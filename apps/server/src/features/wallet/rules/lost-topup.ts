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

/** What a checkout says it is for, in terms that outlive the database. */
export interface TopupLabels {
  topupId: string;
  accountId: string;
  workplaceId?: string;
  /** USD cents. */
  amount: number;
}

/** The labels that a checkout is made with. */
export const labelsFor = ({
  accountId,
  amount,
  workplaceId,
}: Omit<TopupLabels, 'topupId'>): Record<string, string> => ({
  account: accountId,
  amount: String(amount),
  ...(workplaceId === undefined ? {} : { workspace: workplaceId }),
});

/** Undefined where a checkout was made by a version that did not label it. */
export function readLabels({ labels, reference }: Pick<TopupState, 'labels' | 'reference'>): TopupLabels | undefined {
  const topupId = uuid.safeParse(reference).data;
  const { data } = label.safeParse(labels);
  if (!topupId || !data) return undefined;
  const { account: accountId, amount, workspace } = data;
  return { topupId, accountId, amount: Number(amount), ...(workspace ? { workplaceId: workspace } : {}) };
}

/** What is known here about the top-up that a checkout names. */
export interface KnownTopup {
  accountId: string;
  amount: number;
  state: TopupRowState;
  providerRef: string | null;
}

export type TopupMatch =
  /** Nothing to do: it is known here, or no money came by it. */
  | { kind: 'known' }
  /** The row is missing. */
  | { kind: 'recreate'; labels: TopupLabels }
  /** The row is here and does not know its checkout yet. */
  | { kind: 'attach'; labels: TopupLabels }
  /** A person decides. `why`: an English text for operators. */
  | { kind: 'unmatched'; why: string };

/** Compares a checkout at the provider with what is known here. The amount and the currency are the provider's. */
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

/** How operators and the log name a checkout that waits for them. */
export const describeUnmatched = (checkout: TopupState, why: string): string =>
  [
    `top-up ${checkout.reference}`,
    `payment ${checkout.paymentRef ?? 'none yet'}`,
    `${toDecimal(checkout.amount)} ${checkout.amount.currency} of ${checkout.createdAt}`,
    why,
  ].join(', ');
