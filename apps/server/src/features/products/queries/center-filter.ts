import type { contracts, ServerSide } from '@quayside/contracts';
import { type Executor, raw, type Sql, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import type { ProductPorts } from '../ports.ts';
import { FILE_SOURCE } from '../rules/file-source.ts';
import { isMatching, type ProductFilter } from './list-products.ts';

/** The filter of the product center as calls take it. */
export type CenterFilter = ServerSide<(typeof contracts.bulkPushes)['pushAll']>['body']['filter'];

/** The state and the watching of such a filter, as the lists read them. */
export const toProductFilter = (
  { isWatched }: Pick<ProductPorts, 'isWatched'>,
  workplaceId: string,
  { state, watch }: Pick<CenterFilter, 'state' | 'watch'>,
): ProductFilter => ({
  ...(watch ? { watch: isWatched(workplaceId, watch) } : {}),
  ...(state === 'all' || state === 'failed' ? {} : { states: [state] }),
  failed: state === 'failed',
});

/** The condition on products, whose row is `p`, of a filter of the product center. `after`: only those with a later id. */
export const matchesFilter = (
  ports: Pick<ProductPorts, 'isWatched'>,
  workplaceId: string,
  { state, watch, ...filter }: CenterFilter,
  after?: string,
): Sql =>
  isMatching(workplaceId, {
    ...filter,
    ...toProductFilter(ports, workplaceId, { state, watch }),
    ...(after === undefined ? {} : { cursor: after, sort: 'oldest' }),
  });

/** Ids of the first products that match a condition on the row `p`, in their order. */
export const matchingIds = async (ex: Executor, matching: Sql, most: number): Promise<string[]> =>
  (
    await ex.rows<{ product_id: string }>(
      sql`select p.product_id from product p where ${matching} order by p.product_id limit ${raw(String(most))}`,
    )
  ).map((row) => row.product_id);

/** Products here that products of a file may be: by their handles, or by SKUs of their variants. */
export const findFileMatches = (
  ex: Executor,
  workplaceId: string,
  mode: Mode,
  by: { handles: readonly string[]; skus: readonly string[] },
): Promise<{ product_id: string; handle: string | null; sku: string | null }[]> =>
  ex.rows(sql`select product_id, source_product_id as handle, null as sku from product
      where workplace_id = ${workplaceId} and source = ${FILE_SOURCE} and mode = ${mode}
        and source_product_id = any(${[...by.handles]}::text[]) and deleted_at is null and copied_from is null
    union all
    select v.product_id, null, v.sku from product_variant v
    join product p on p.workplace_id = ${workplaceId} and p.product_id = v.product_id
    where v.workplace_id = ${workplaceId} and v.sku = any(${[...by.skus]}::text[]) and p.mode = ${mode} and p.deleted_at is null`);
