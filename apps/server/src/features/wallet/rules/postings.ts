import type { Money } from '@quayside/kernel';

/**
 * The books of one account's wallet. Positive: the owner holds it (topup, bonus, reserved, frozen) or somebody was given it;
 * negative: it came from there, or the owner owes it (debt). Every posting sums to zero.
 */
export type LedgerAccount =
  | 'wallet:topup'
  | 'wallet:bonus'
  | 'wallet:reserved'
  | 'wallet:frozen'
  | 'wallet:debt'
  | `provider:${string}`
  | `supplier:${string}`
  | 'quayside:bonus';

export interface Entry {
  account: LedgerAccount;
  /** USD cents, never zero. */
  amount: number;
}

/** Money by the bucket it is in: what the owner paid, and what the house gave. */
export interface Buckets {
  topup: number;
  bonus: number;
}

/** None is ever negative. */
export interface Balances extends Buckets {
  reserved: number;
  /** Of disputed top-ups. */
  frozen: number;
  /** What was taken back after it was spent. Money that comes in pays it first. */
  debt: number;
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

/** What may be spent: a debt keeps as much of the bonus back, since it has used up the top-up already. */
export const spendable = ({ bonus, debt, topup }: Omit<Balances, 'reserved' | 'frozen'>): number =>
  Math.max(0, bonus + topup - debt);

/** How much of an amount comes from where: bonus first, then top-up (decision A65). undefined: the wallet is short. */
export function split(balances: Omit<Balances, 'reserved' | 'frozen'>, amount: number): Buckets | undefined {
  if (spendable(balances) < amount) return undefined;
  const bonus = Math.min(balances.bonus, amount);
  return { bonus, topup: amount - bonus };
}

/** Sets money aside for a payment that is about to be made. */
export const reserveEntries = (from: Buckets): Entry[] =>
  kept([
    { account: 'wallet:bonus', amount: -from.bonus },
    { account: 'wallet:topup', amount: -from.topup },
    { account: 'wallet:reserved', amount: from.bonus + from.topup },
  ]);

/** Returns `amount` to the buckets that paid `paid`, the one that was spent last first. More than was paid is top-up. */
function giveBack(amount: number, paid: Buckets): Buckets {
  const bonus = Math.min(Math.max(0, amount - paid.topup), paid.bonus);
  return { topup: amount - bonus, bonus };
}

/** What was set aside goes to the supplier; what the payment did not need goes back to the buckets it came from. */
export function settleEntries(from: Buckets, actual: number, supplier: string): Entry[] {
  const reserved = from.bonus + from.topup;
  const back = giveBack(reserved - actual, from);
  return kept([
    { account: 'wallet:reserved', amount: -reserved },
    { account: `supplier:${supplier}`, amount: actual },
    { account: 'wallet:topup', amount: back.topup },
    { account: 'wallet:bonus', amount: back.bonus },
  ]);
}

/** What was set aside goes back to where it came from. */
export const releaseEntries = (reserveOf: readonly Entry[]): Entry[] =>
  reserveOf.map((entry) => ({ account: entry.account, amount: -entry.amount }));

/** A supplier gave money back: it returns to the buckets that paid, of which `paid` has not been returned yet. */
export function refundEntries(amount: number, supplier: string, paid: Buckets): Entry[] {
  const back = giveBack(amount, paid);
  return kept([
    { account: `supplier:${supplier}`, amount: -amount },
    { account: 'wallet:topup', amount: back.topup },
    { account: 'wallet:bonus', amount: back.bonus },
  ]);
}

/** What each bucket has paid so far, from all entries of one payment: set aside, settled and refunded. */
export function paidFrom(entries: readonly Entry[]): Buckets {
  const { bonus, topup } = changeOf(entries);
  // Earlier versions returned all that was left as top-up, also where bonus had paid.
  return { topup: Math.max(0, -topup), bonus: Math.max(0, -bonus + Math.min(0, -topup)) };
}

/** How much of one top-up is not the owner's to spend. */
export interface ClaimLevels {
  /** Disputed; the outcome is open. */
  frozen: number;
  /** Refunded, or lost in a dispute. */
  taken: number;
}

export interface Claims {
  refunded: number;
  disputes: readonly { amount: number; state: 'open' | 'won' | 'lost' }[];
}

/** What the claims on a top-up come to, never more than the top-up: what is gone first, then what is disputed. */
export function claimLevels(amount: number, { disputes, refunded }: Claims): ClaimLevels {
  const sum = (state: 'open' | 'lost') =>
    disputes.reduce((total, one) => total + (one.state === state ? one.amount : 0), 0);
  const taken = Math.min(amount, refunded + sum('lost'));
  return { taken, frozen: Math.min(amount - taken, sum('open')) };
}

/**
 * Moves a top-up from one state of its claims to another. What the wallet has in cash pays first; what is missing, because it
 * was spent, becomes debt.
 */
export function claimEntries(from: ClaimLevels, to: ClaimLevels, cash: number, provider: string): Entry[] {
  const taken = to.taken - from.taken;
  const frozen = to.frozen - from.frozen;
  const fromCash = Math.min(cash, taken + frozen);
  return kept([
    { account: `provider:${provider}`, amount: taken },
    { account: 'wallet:frozen', amount: frozen },
    { account: 'wallet:topup', amount: -fromCash },
    { account: 'wallet:debt', amount: fromCash - taken - frozen },
  ]);
}

export type ClaimKind = 'freeze' | 'unfreeze' | 'take_back' | 'give_back';

/** What people call such a move. undefined: nothing changed. */
export function claimKind(from: ClaimLevels, to: ClaimLevels): ClaimKind | undefined {
  if (to.taken !== from.taken) return to.taken > from.taken ? 'take_back' : 'give_back';
  if (to.frozen !== from.frozen) return to.frozen > from.frozen ? 'freeze' : 'unfreeze';
  return undefined;
}

/** Pays as much of the debt as there is cash for. */
export const repayEntries = ({ debt, topup }: Pick<Balances, 'debt' | 'topup'>): Entry[] => {
  const amount = Math.min(debt, topup);
  return kept([
    { account: 'wallet:topup', amount: -amount },
    { account: 'wallet:debt', amount },
  ]);
};

/** How a posting changes the balances that are kept beside the ledger. */
export function changeOf(entries: readonly Entry[]): Balances {
  const change: Balances = { topup: 0, bonus: 0, reserved: 0, frozen: 0, debt: 0 };
  for (const { account, amount } of entries) {
    if (account === 'wallet:topup') change.topup += amount;
    else if (account === 'wallet:bonus') change.bonus += amount;
    else if (account === 'wallet:reserved') change.reserved += amount;
    else if (account === 'wallet:frozen') change.frozen += amount;
    else if (account === 'wallet:debt') change.debt -= amount;
  }
  return change;
}

/** Whether a balance has just fallen below a mark; one that was below before is no news. */
export const fellBelow = (before: number, after: number, mark: number): boolean => before >= mark && after < mark;
