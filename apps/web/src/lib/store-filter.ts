import type { FilterDef } from '../kit/filters.ts';
import { type LinkedStore, storesInUse } from './account.ts';

/** The filter by store of a list that shows the rows of all stores. */
export const storeFilter = (
  label: string,
  stores: readonly LinkedStore[] | undefined,
  workplaceId: string | undefined,
): FilterDef => ({
  kind: 'choice',
  key: 'store',
  label,
  choices: storesInUse(stores, workplaceId).map((store) => ({
    value: store.id,
    label: store.store_name || store.platform_domain,
  })),
});
