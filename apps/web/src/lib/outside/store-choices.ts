import type { LinkedStore } from '../account.ts';

/** Stores as the choices of a select, by name. */
export const toStoreChoices = (
  stores: readonly Pick<LinkedStore, 'id' | 'store_name'>[],
): { value: string; label: string }[] => stores.map((one) => ({ value: one.id, label: one.store_name }));
