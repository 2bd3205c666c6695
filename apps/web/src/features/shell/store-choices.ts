import { mayChooseStore } from '@quayside/contracts/store-choice.ts';
import type { LinkedStore } from '../../lib/account.ts';

export interface StoreChoice {
  store: LinkedStore;
  /** Why it cannot be chosen: it is not active, or the plan does not allow working in several stores. */
  disabled?: Exclude<LinkedStore['status'], 'active'> | 'plan';
}

/** Whether there is a store to choose: one that is active. */
export const hasActiveStore = (stores: readonly Pick<LinkedStore, 'status'>[]): boolean =>
  stores.some((store) => store.status === 'active');

/**
 * The stores to choose from, in their order (rules B034 to B037). `addStore`: the permission WP_ADD_STORE of the plan;
 * undefined while it is not known, when nothing is held back for it.
 */
export function storeChoices(
  stores: readonly LinkedStore[],
  currentId: string | undefined,
  addStore: { limit: number } | undefined,
): StoreChoice[] {
  return stores.map((store) => {
    if (store.status !== 'active') return { store, disabled: store.status };
    if (addStore && !mayChooseStore(addStore, store.id === currentId)) return { store, disabled: 'plan' };
    return { store };
  });
}
