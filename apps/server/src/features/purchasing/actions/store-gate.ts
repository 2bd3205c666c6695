import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { createStoreChecks, judgeCheck, mayPassSilence, waitForStoreMs } from '../../orders/index.ts';
import { dueForStore } from '../repo.ts';

/** Why an order can't be bought now. isGone: the store deleted or canceled it. */
export type Shut = { waitMs: number } | { key: string; isGone: boolean };

/** The order is open, but the store reports something that guards may stop it for. */
export type Suspect = { isSuspect: true };

export interface StoreGate {
  /**
   * Checks the order's store unless it responded within the last minute. undefined: the order may be bought and paid.
   */
  check(here: WorkplaceScope, order: { order_id: string; store_id: string }): Promise<Shut | Suspect | undefined>;
}

const suspect = (check: { isSuspect: boolean } | undefined): Suspect | undefined =>
  check?.isSuspect ? { isSuspect: true } : undefined;

/** Before placing and paying, the store must confirm that the order is open and paid. */
export function createStoreGate(deps: Deps): StoreGate {
  const checks = createStoreChecks(deps, dueForStore);
  return {
    async check(here, { order_id: orderId, store_id: storeId }) {
      const known = await checks.find(here, orderId);
      if (judgeCheck(known).kind === 'go') return suspect(known);
      const check = await checks.ask(here, storeId, orderId);
      const verdict = judgeCheck(check);
      if (verdict.kind === 'go') return suspect(check);
      // An order closed by its store stays blocked; a person may override a silent store or a missing payment.
      if (verdict.kind === 'ask')
        return mayPassSilence(check) ? undefined : { waitMs: waitForStoreMs(check?.silentMs ?? null) };
      if (check?.isUnpaidAccepted && verdict.answer === 'unpaid') return undefined;
      return { key: verdict.key, isGone: verdict.answer === 'cancelled' || verdict.answer === 'deleted' };
    },
  };
}
