import type { Executor, WorkplaceScope } from '../../db/index.ts';
import type { Quota } from '../plans/index.ts';

/** What taking in products asks of other features; compose.ts plugs them in. */
export interface AdoptionPorts {
  quota: Quota;
  /** Products came that were not there before; called in the transaction that writes them. */
  onImported(tx: Executor, scope: WorkplaceScope, productIds: readonly string[]): Promise<void>;
  /** Products were taken in from a store; called in the transaction that writes them. */
  onAdopted?(tx: Executor, scope: WorkplaceScope, storeId: string, productIds: readonly string[]): Promise<unknown>;
  /** Those of a store's products that orders without a known supplier sold. */
  soldUnmapped(
    ex: Executor,
    workplaceId: string,
    storeId: string,
    externalProductIds: readonly string[],
  ): Promise<string[]>;
}
