import type { WatchFilter } from '@quayside/contracts';
import { type Executor, type Sql, sql } from '../../../db/index.ts';
import type { ShippingRow } from '../rules/judge-shipping.ts';
import type { SeenRow, TrackedProductRow } from '../tables.ts';
import { findSeenVariants, findShipping, findTrackedProducts } from '../tracked-product-repo.ts';

/** How products stand at their suppliers, by product; those that are not watched are left out. */
export const watchMarks = async (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Map<string, TrackedProductRow>> =>
  new Map((await findTrackedProducts(ex, workplaceId, productIds)).map((row) => [row.product_id, row]));

/** What was seen of the variants of products, by variant. */
export const seenVariants = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Map<string, SeenRow>> => findSeenVariants(ex, workplaceId, productIds);

/** What is known of the shipping of products, by product. */
export const seenShipping = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Map<string, ShippingRow>> => findShipping(ex, workplaceId, productIds);

const FOUND: Record<WatchFilter, Sql> = {
  watched: sql``,
  cost_moved: sql`and w.cost_moved`,
  out_of_stock: sql`and w.out_of_stock`,
  gone: sql`and w.gone`,
};

/** That a product, whose row is `p`, is watched, or that a look found this of it. */
export const matchesWatchFilter = (workplaceId: string, filter: WatchFilter): Sql =>
  sql`exists (select 1 from product_watch w where w.workplace_id = ${workplaceId} and w.product_id = p.product_id ${FOUND[filter]})`;
