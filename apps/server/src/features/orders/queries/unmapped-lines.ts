import { type Executor, type Sql, sql } from '../../../db/index.ts';
import type { UnmappedProduct } from './unmapped-products.ts';

const unmapped = (workplaceId: string, where: Sql): Sql => sql`select l.line_id as channel_product_id, o.store_id,
    l.external_product_id, l.external_variant_id, l.sku, l.title, l.variant_title, l.image_url, o.placed_at as seen_at
  from order_line l join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = l.order_id
  where l.workplace_id = ${workplaceId} and l.state = 'unmapped' and ${where}
  order by l.order_id desc`;

/** Order lines without a known supplier, by their ids. */
export const findUnmappedLines = (
  ex: Executor,
  workplaceId: string,
  lineIds: readonly string[],
): Promise<UnmappedProduct[]> =>
  ex.rows<UnmappedProduct>(unmapped(workplaceId, sql`l.line_id = any(${[...lineIds]}::uuid[])`));

/** Order lines of a store's product without a known supplier, newest first. */
export const findUnmappedOfProduct = (
  ex: Executor,
  workplaceId: string,
  externalProductId: string,
): Promise<UnmappedProduct[]> =>
  ex.rows<UnmappedProduct>(unmapped(workplaceId, sql`l.external_product_id = ${externalProductId}`));
