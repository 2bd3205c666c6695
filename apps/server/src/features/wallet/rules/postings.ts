import type { Money } from '@quayside/kernel';

/**
 * Ledger accounts of a wallet. Positive: held by the owner (topup, bonus, reserved, frozen) or given to someone;
 * negative: received from there, or owed by the owner (debt). Every posting sums to zero.
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
  /** US cents, never zero. */
  amount: number;
}

/** Money by bucket: paid by the owner, and given as a bonus. */
export interface Buckets {
  topup: number;
  bonus: number;
}

/** None is ever negative. */
export interface Balances extends Buckets {
  reserved: number;
  /** Of disputed top-ups. */
  frozen: number;
  /** Reversed after it was spent. Incoming money pays it first. */
  debt: number;
}

const kept = (entries: Entry[]): Entry[] => entries.filter((entry) => entry.amount !== 0);

/** Money received from a payment provider. */
export const topupEntries = (provider: string, amount: Money): Entry[] =>
  kept([
    { account: `provider:${provider}`, amount: -amount.amount },
    { account: 'wallet:topup', amount: amount.amount },
  ]);

/** A bonus from the operator. */
export const bonusEntries = (amount: Money): Entry[] =>
  kept([
    { account: 'quayside:bonus', amount: -amount.amount },
    { account: 'wallet:bonus', amount: amount.amount },
  ]);

/** Available balance: a debt also blocks its amount of the bonus, because it has used up the top-up. */
export const spendable = ({ bonus, debt, topup }: Omit<Balances, 'reserved' | 'frozen'>): number =>
  Math.max(0, bonus + topup - debt);

/** Splits an amount by bucket: bonus first, then top-up (decision A65). undefined: insufficient balance. */
export function split(balances: Omit<Balances, 'reserved' | 'frozen'>, amount: number): Buckets | undefined {
  if (spendable(balances) < amount) return undefined;
  const bonus = Math.min(balances.bonus, amount);
  return { bonus, topup: amount - bonus };
}

/** Reserves money for a payment. */
export const reserveEntries = (from: Buckets): Entry[] =>
  kept([
    { account: 'wallet:bonus', amount: -from.bonus },
    { account: 'wallet:topup', amount: -from.topup },
    { account: 'wallet:reserved', amount: from.bonus + from.topup },
  ]);

/** Returns `amount` to the buckets of `paid`, last spent first. Any excess is top-up. */
function giveBack(amount: number, paid: Buckets): Buckets {
  const bonus = Math.min(Math.max(0, amount - paid.topup), paid.bonus);
  return { topup: amount - bonus, bonus };
}

/** Captures a hold for the supplier and returns the unused part to its buckets. */
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

/** Releases a hold to its buckets. */
export const releaseEntries = (reserveOf: readonly Entry[]): Entry[] =>
  reserveOf.map((entry) => ({ account: entry.account, amount: -entry.amount }));

/** Returns a supplier's refund to the buckets that paid; `paid`: not refunded yet. */
export function refundEntries(amount: number, supplier: string, paid: Buckets): Entry[] {
  const back = giveBack(amount, paid);
  return kept([
    { account: `supplier:${supplier}`, amount: -amount },
    { account: 'wallet:topup', amount: back.topup },
    { account: 'wallet:bonus', amount: back.bonus },
  ]);
}

/** Amount paid so far by each bucket, from all entries of a payment: reserved, captured and refunded. */
export function paidFrom(entries: readonly Entry[]): Buckets {
  const { bonus, topup } = sumChanges(entries);
  // Earlier versions returned everything left as top-up, even if bonus had paid.
  return { topup: Math.max(0, -topup), bonus: Math.max(0, -bonus + Math.min(0, -topup)) };
}

/** Parts of a top-up that the owner can't spend. */
export interface ClaimLevels {
  /** Disputed and undecided. */
  frozen: number;
  /** Refunded, or lost in a dispute. */
  taken: number;
}

export interface Claims {
  refunded: number;
  disputes: readonly { amount: number; state: 'open' | 'won' | 'lost' }[];
}

/** Claims on a top-up, at most its amount: lost money first, then disputed. */
export function claimLevels(amount: number, { disputes, refunded }: Claims): ClaimLevels {
  const sum = (state: 'open' | 'lost') =>
    disputes.reduce((total, one) => total + (one.state === state ? one.amount : 0), 0);
  const taken = Math.min(amount, refunded + sum('lost'));
  return { taken, frozen: Math.min(amount - taken, sum('open')) };
}

/** Changes a top-up's claims. Available cash pays first; what was already spent becomes debt. */
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

/** Display kind of such a change. undefined: nothing changed. */
export function claimKind(from: ClaimLevels, to: ClaimLevels): ClaimKind | undefined {
  if (to.taken !== from.taken) return to.taken > from.taken ? 'take_back' : 'give_back';
  if (to.frozen !== from.frozen) return to.frozen > from.frozen ? 'freeze' : 'unfreeze';
  return undefined;
}

/** Pays as much of the debt as there is cash. */
export const repayEntries = ({ debt, topup }: Pick<Balances, 'debt' | 'topup'>): Entry[] => {
  const amount = Math.min(debt, topup);
  return kept([
    { account: 'wallet:topup', amount: -amount },
    { account: 'wallet:debt', amount },
  ]);
};

/** A posting's effect on the stored balances. */
export function sumChanges(entries: readonly Entry[]): Balances {
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

/** Whether a balance has just fallen below a threshold; false if it was already below. */
export const fellBelow = (before: number, after: number, mark: number): boolean => before >= mark && after < mark;
