import { type Money, money, toDecimal } from '@quayside/kernel';
import type { Executor, StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { notify } from '../../notifications/index.ts';
import { findPayer, inBooksOf } from '../former-payers.ts';
import { entriesOfPayment, findEntries, lockWallet, post } from '../repo.ts';
import {
  bonusEntries,
  fellBelow,
  paidFrom,
  refundEntries,
  releaseEntries,
  reserveEntries,
  settleEntries,
  spendable,
  split,
} from '../rules/postings.ts';

/** A pending payment. `key`: its idempotency key; every step happens once per key. */
export interface Hold {
  accountId: string;
  mode: Mode;
  key: string;
  /** Subject in the transaction log: order name, supplier, ids. */
  reference: Record<string, string>;
  /** Where members are notified of a low balance. */
  workplaceId?: string;
}

export interface Shortage {
  short: Money;
  frozen: Money;
  debt: Money;
}

const keys = (key: string) => ({ reserve: `reserve:${key}`, settle: `settle:${key}`, release: `release:${key}` });

/**
 * Reserves `amount` (USD), bonus first. Returns 'reserved', also if done before, or the shortfall and frozen money
 * without writing anything.
 */
export async function reserve(tx: Executor, hold: Hold & { amount: Money }): Promise<'reserved' | Shortage> {
  const wallet = await lockWallet(tx, hold.accountId, hold.mode);
  const key = keys(hold.key);
  if ((await findEntries(tx, hold.accountId, key.reserve)).length > 0) return 'reserved';
  const from = split(wallet, hold.amount.amount);
  if (!from)
    return {
      short: money(hold.amount.amount - spendable(wallet), 'USD'),
      frozen: money(wallet.frozen, 'USD'),
      debt: money(wallet.debt, 'USD'),
    };
  if (hold.amount.amount > 0) await post(tx, { ...hold, kind: 'reserve', key: key.reserve }, reserveEntries(from));
  const before = spendable(wallet);
  const left = before - hold.amount.amount;
  if (hold.workplaceId && wallet.low_at !== null && fellBelow(before, left, wallet.low_at))
    await notify(tx, hold.workplaceId, [
      {
        kind: 'wallet_low',
        isSandbox: hold.mode === 'sandbox',
        params: { amount: `${toDecimal(money(left, 'USD'))} USD` },
      },
    ]);
  return 'reserved';
}

/** Captures a hold for the supplier. Throws if it was released, or `actual` exceeds it. */
export async function settle(tx: Executor, hold: Hold & { actual: Money; supplier: string }): Promise<void> {
  await lockWallet(tx, hold.accountId, hold.mode);
  const key = keys(hold.key);
  if ((await findEntries(tx, hold.accountId, key.settle)).length > 0) return;
  if ((await findEntries(tx, hold.accountId, key.release)).length > 0)
    throw new Error(`hold ${hold.key} was already released`);
  const from = paidFrom(await findEntries(tx, hold.accountId, key.reserve));
  const reserved = from.topup + from.bonus;
  if (hold.actual.amount > reserved) throw new Error(`${hold.key} exceeds its hold`);
  if (reserved > 0)
    await post(
      tx,
      { ...hold, kind: 'settle', key: key.settle },
      settleEntries(from, hold.actual.amount, hold.supplier),
    );
}

/** Releases a hold. Idempotent, also without a hold; throws if it was captured. */
export async function release(tx: Executor, hold: Hold): Promise<void> {
  await lockWallet(tx, hold.accountId, hold.mode);
  const key = keys(hold.key);
  const reserved = await findEntries(tx, hold.accountId, key.reserve);
  if (reserved.length === 0 || (await findEntries(tx, hold.accountId, key.release)).length > 0) return;
  if ((await findEntries(tx, hold.accountId, key.settle)).length > 0)
    throw new Error(`hold ${hold.key} was already captured`);
  await post(tx, { ...hold, kind: 'release', key: key.release }, releaseEntries(reserved));
}

/**
 * Refunds part of a captured payment to the wallet and bucket that paid, because the workspace may have had another
 * owner. `part` identifies the refund; `home`: the transaction's original scope.
 */
export async function refund(
  tx: Executor,
  home: WorkplaceScope & StoreScope,
  back: Omit<Hold, 'accountId'> & { amount: Money; supplier: string; part: string },
): Promise<void> {
  const accountId = (await findPayer(tx, home, keys(back.key).settle)) ?? home.accountId;
  await inBooksOf(tx, home, accountId, () => takeBack(tx, { ...back, accountId }));
}

/** Releases the hold of a withdrawn payment in the ledger that has it. */
export async function releaseUnsent(
  tx: Executor,
  home: WorkplaceScope & StoreScope,
  hold: Omit<Hold, 'accountId'>,
): Promise<void> {
  const accountId = (await findPayer(tx, home, keys(hold.key).reserve)) ?? home.accountId;
  await inBooksOf(tx, home, accountId, () => release(tx, { ...hold, accountId }));
}

async function takeBack(tx: Executor, hold: Hold & { amount: Money; supplier: string; part: string }): Promise<void> {
  await lockWallet(tx, hold.accountId, hold.mode);
  const key = `refund:${hold.key}:${hold.part}`;
  if ((await findEntries(tx, hold.accountId, key)).length > 0) return;
  const paid = paidFrom(await entriesOfPayment(tx, hold.accountId, hold.key));
  await post(tx, { ...hold, kind: 'refund', key }, refundEntries(hold.amount.amount, hold.supplier, paid));
}

/** Credits a bonus to an account, once per key. `amount` in US cents. */
export async function giveBonus(
  tx: Executor,
  gift: { accountId: string; mode: Mode; key: string; amount: number },
): Promise<void> {
  await lockWallet(tx, gift.accountId, gift.mode);
  if ((await findEntries(tx, gift.accountId, gift.key)).length > 0) return;
  await post(tx, { ...gift, kind: 'bonus', reference: {} }, bonusEntries(money(gift.amount, 'USD')));
}
