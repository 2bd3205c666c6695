import type { WatchFilter } from '@quayside/contracts';
import type { Executor, Scope, Sql, WorkplaceScope } from '../../db/index.ts';
import type { Quota } from '../plans/index.ts';
import type { ListQuery } from './queries/list-products.ts';

/** Something that a store sold and no supplier is known for. */
export interface UnmappedProduct {
  channel_product_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string | null;
  sku: string | null;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  seen_at: string;
}

/** How a product stands at its supplier; see features/monitoring. */
export interface WatchMarks {
  looked_at: string | null;
  cost_moved: boolean;
  out_of_stock: boolean;
  gone: boolean;
  /** Variants that the last check found out of stock or gone, and all that it checked. */
  out_variants: number;
  variants: number;
}

/** What a supplier said of a variant at the last look; amounts in the smallest unit of the product's currency. */
export interface SeenVariant {
  found: boolean;
  cost: number | null;
  stock: number | null;
  seen_at: string | null;
}

/** What products ask of other features; compose.ts plugs them in. */
export interface ProductPorts {
  /** What the owner's plan allows. */
  quota: Quota;
  /** Something was listed in a store: orders that found no supplier may find one now. Called from a job, at least once. */
  onListed(scope: Scope, storeId: string): Promise<void>;
  /** Products were imported that were not there before; called in the transaction that writes them. */
  onImported(tx: Executor, scope: WorkplaceScope, productIds: readonly string[]): Promise<void>;
  /** Products were deleted, in the transaction that does it. */
  onDeleted(tx: Executor, workplaceId: string, productIds: readonly string[]): Promise<unknown>;
  /** By product; what is not watched is left out. */
  watchMarks(
    ex: Executor,
    workplaceId: string,
    productIds: readonly string[],
  ): Promise<ReadonlyMap<string, WatchMarks>>;
  /** By variant. */
  seenVariants(
    ex: Executor,
    workplaceId: string,
    productIds: readonly string[],
  ): Promise<ReadonlyMap<string, SeenVariant>>;
  /** A condition on the product whose row is `p`. */
  isWatched(workplaceId: string, filter: WatchFilter): Sql;
  unmappedProducts(ex: Executor, workplaceId: string, ask: ListQuery): Promise<UnmappedProduct[]>;
}
