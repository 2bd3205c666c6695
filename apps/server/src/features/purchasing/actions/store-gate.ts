import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { createStoreChecks, judgeCheck, mayPassSilence, waitForStoreMs } from '../../orders/index.ts';
import { dueForStore } from '../repo.ts';

/** Why nothing is bought for an order just now. isGone: the store no longer has it, or cancelled it. */
export type Shut = { waitMs: number } | { key: string; isGone: boolean };

export interface StoreGate {
  /** Asks the order's store unless it answered within the last minute. undefined: the order may be bought and paid. */
  check(here: WorkplaceScope, order: { order_id: string; store_id: string }): Promise<Shut | undefined>;
}

/** Before anything is placed or paid, the store says whether the order is still open and paid for. */
export function createStoreGate(deps: Deps): StoreGate {
  const checks = createStoreChecks(deps, dueForStore);
  return {
    async check(here, { order_id: orderId, store_id: storeId }) {
      if (judgeCheck(await checks.find(here, orderId)).kind === 'go') return undefined;
      const check = await checks.ask(here, storeId, orderId);
      const verdict = judgeCheck(check);
      if (verdict.kind === 'go') return undefined;
      // What the store closed stays closed; a person may decide for it where it is silent, or misses the shopper's money.
      if (verdict.kind === 'ask')
        return mayPassSilence(check) ? undefined : { waitMs: waitForStoreMs(check?.silentMs ?? null) };
      if (check?.isUnpaidAccepted && verdict.answer === 'unpaid') return undefined;
      return { key: verdict.key, isGone: verdict.answer === 'cancelled' || verdict.answer === 'deleted' };
    },
  };
}
