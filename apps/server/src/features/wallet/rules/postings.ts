import type { Money } from '@quayside/kernel';

/**
 * The books of one account's wallet. Positive: the owner holds it (topup, bonus, reserved) or a supplier was given it;
 * negative: it came from there. Every posting sums to zero.
 */
export type LedgerAccount =
  | 'wallet:topup'
  | 'wallet:bonus'
  | 'wallet:reserved'
  | `provider:${string}`
  | `supplier:${string}`
  | 'quayside:bonus';

export interface Entry {
  account: LedgerAccount;
  /** USD cents, never zero. */
  amount: number;
}

export interface Balances {
  topup: number;
  bonus: number;
  reserved: number;
}

const kept = (entries: Entry[]): Entry[] => entries.filter((entry) => entry.amount !== 0);

/** Money that arrived from a payment provider. */
export const topupEntries = (provider: string, amount: Money): Entry[] =>
  kept([
    { account: `provider:${provider}`, amount: -amount.amount },
    { account: 'wallet:topup', amount: amount.amount },
  ]);

/** A gift of the house. */
export const bonusEntries = (amount: Money): Entry[] =>
  kept([
    { account: 'quayside:bonus', amount: -amount.amount },
    { account: 'wallet:bonus', amount: amount.amount },
  ]);

/** How much of an amount comes from where: bonus first, then top-up (decision A65). undefined: the wallet is short. */
export function split(balances: Balances, amount: number): { bonus: number; topup: number } | undefined {
  if (balances.bonus + balances.topup < amount) return undefined;
  const bonus = Math.min(balances.bonus, amount);
  return { bonus, topup: amount - bonus };
}

/** Sets money aside for a payment that is about to be made. */
export const reserveEntries = (from: { bonus: number; topup: number }): Entry[] =>
  kept([
    { account: 'wallet:bonus', amount: -from.bonus },
    { account: 'wallet:topup', amount: -from.topup },
    { account: 'wallet:reserved', amount: from.bonus + from.topup },
  ]);

/** What was set aside goes to the supplier; what the payment did not need goes back to the top-up. */
export const settleEntries = (reserved: number, actual: number, supplier: string): Entry[] =>
  kept([
    { account: 'wallet:reserved', amount: -reserved },
    { account: `supplier:${supplier}`, amount: actual },
    { account: 'wallet:topup', amount: reserved - actual },
  ]);

/** What was set aside goes back to where it came from. */
export const releaseEntries = (reserveOf: readonly Entry[]): Entry[] =>
  reserveOf.map((entry) => ({ account: entry.account, amount: -entry.amount }));

/** A supplier gave money back: it becomes top-up again. */
export const refundEntries = (amount: number, supplier: string): Entry[] =>
  kept([
    { account: `supplier:${supplier}`, amount: -amount },
    { account: 'wallet:topup', amount },
  ]);

/** How a posting changes the balances that are kept beside the ledger. */
export function changeOf(entries: readonly Entry[]): Balances {
  const change: Balances = { topup: 0, bonus: 0, reserved: 0 };
  for (const { account, amount } of entries) {
    if (account === 'wallet:topup') change.topup += amount;
    else if (account === 'wallet:bonus') change.bonus += amount;
    else if (account === 'wallet:reserved') change.reserved += amount;
  }
  return change;
}

/** Whether a balance has just fallen below a mark; one that was below before is no news. */
export const fellBelow = (before: number, after: number, mark: number): boolean => before >= mark && after < mark;
