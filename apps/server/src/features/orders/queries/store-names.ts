import type { Executor } from '../../../db/index.ts';
import { listStores } from '../../connections/index.ts';
import type { StoreName } from './order-view.ts';

/** Cache time in milliseconds: names change rarely, and every page of the list needs them. */
const KEEP_MS = 15_000;
const KEEP_MOST = 1_000;

export interface StoreNames {
  of(ex: Executor, workplaceId: string): Promise<ReadonlyMap<string, StoreName>>;
  /** As `of`, but reloads when one of these stores is unknown. */
  with(ex: Executor, workplaceId: string, storeIds: readonly string[]): Promise<ReadonlyMap<string, StoreName>>;
}

/** Cached names of a workplace's stores. */
export function createStoreNames(millis: () => number): StoreNames {
  const kept = new Map<string, { at: number; names: ReadonlyMap<string, StoreName> }>();

  async function read(ex: Executor, workplaceId: string): Promise<ReadonlyMap<string, StoreName>> {
    const stores = await listStores(ex, workplaceId, true);
    const names = new Map(
      stores.map(({ store_id, store_name, platform, platform_domain }) => [
        store_id,
        { store_id, store_name, platform, platform_domain },
      ]),
    );
    if (kept.size >= KEEP_MOST) kept.delete(kept.keys().next().value ?? '');
    kept.set(workplaceId, { at: millis(), names });
    return names;
  }

  async function of(ex: Executor, workplaceId: string): Promise<ReadonlyMap<string, StoreName>> {
    const known = kept.get(workplaceId);
    return known && millis() - known.at < KEEP_MS ? known.names : read(ex, workplaceId);
  }

  return {
    of,
    async with(ex, workplaceId, storeIds) {
      const names = await of(ex, workplaceId);
      return storeIds.every((id) => names.has(id)) ? names : read(ex, workplaceId);
    },
  };
}
