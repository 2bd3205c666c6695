import type { Executor, Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { createStoreChecks, findChecks, judgeCheck, type StoreCheck, waitForStoreMs } from '../../orders/index.ts';
import { dueForStore } from '../repo.ts';

type Here = Required<Scope>;

/** What was known about an order's store when its supplier order was claimed. */
export interface CheckAtClaim {
  check: StoreCheck | undefined;
  /** Of this process's monotonic clock. */
  at: number;
}

/** Why nothing is bought for an order just now. */
export type Shut = { waitMs: number } | { key: string; isGone: boolean };

export interface StoreGate {
  /** Reads what stores last said about some orders, in the transaction that claims their supplier orders. */
  load(tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<ReadonlyMap<string, CheckAtClaim>>;
  /** Asks the order's store unless it answered within the last minute. undefined: the order may be bought and paid. */
  check(here: Here, order: { order_id: string; store_id: string }, known?: CheckAtClaim): Promise<Shut | undefined>;
}

/** Before anything is placed or paid, the store says whether the order is still open and paid for. */
export function createStoreGate(deps: Deps): StoreGate {
  const checks = createStoreChecks(deps, dueForStore);
  return {
    async load(tx, workplaceId, orderIds) {
      const found = await findChecks(tx, workplaceId, orderIds);
      const at = performance.now();
      return new Map([...found].map(([id, check]) => [id, { check, at }]));
    },
    async check(here, { order_id: orderId, store_id: storeId }, known) {
      if (known && judgeCheck(known.check, performance.now() - known.at).kind === 'go') return undefined;
      const check = await checks.ask(here, storeId, orderId);
      const verdict = judgeCheck(check);
      if (verdict.kind === 'go') return undefined;
      // What the store closed stays closed; a person may decide for it where it is silent, or misses the shopper's money.
      if (check?.isSkipped && (verdict.kind === 'ask' || verdict.answer === 'unpaid')) return undefined;
      if (verdict.kind === 'ask') return { waitMs: waitForStoreMs(check?.silentMs ?? null) };
      return { key: verdict.key, isGone: verdict.answer === 'cancelled' || verdict.answer === 'deleted' };
    },
  };
}
