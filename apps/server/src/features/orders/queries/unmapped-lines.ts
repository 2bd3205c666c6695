import { type Executor, type Sql, sql } from '../../../db/index.ts';
import type { UnmappedProduct } from './unmapped-products.ts';

const unmapped = (workplaceId: string, where: Sql): Sql => sql`select l.line_id as channel_product_id, o.store_id,
    l.external_product_id, l.external_variant_id, l.sku, l.title, l.variant_title, l.image_url, o.placed_at as seen_at
  from order_line l join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = l.order_id
  where l.workplace_id = ${workplaceId} and l.state = 'unmapped' and l.bundle_line_id is null and ${where}
  order by l.order_id desc`;

/** Order lines without a known supplier, by their ids. */
export const findUnmappedLines = (
  ex: Executor,
  workplaceId: string,
  lineIds: readonly string[],
): Promise<UnmappedProduct[]> =>
  ex.rows<UnmappedProduct>(unmapped(workplaceId, sql`l.line_id = any(${[...lineIds]}::uuid[])`));

/** Whether there is such a line, with a supplier or without. */
export const isOrderLine = async (ex: Executor, workplaceId: string, lineId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from order_line where workplace_id = ${workplaceId} and line_id = ${lineId}`)) !==
  undefined;

/** Takes lines off the list of products without a supplier, with the older ones of the same product in the same store. */
export const dismissLines = (tx: Executor, workplaceId: string, lineIds: readonly string[]): Promise<number> =>
  tx.run(sql`update order_line l set unmapped_dismissed = true
    from order_line c join sales_order co on co.workplace_id = ${workplaceId} and co.order_id = c.order_id, sales_order o
    where c.workplace_id = ${workplaceId} and c.line_id = any(${[...lineIds]}::uuid[])
      and o.workplace_id = ${workplaceId} and o.order_id = l.order_id and o.store_id = co.store_id
      and l.workplace_id = ${workplaceId} and l.state = 'unmapped' and not l.unmapped_dismissed
      and coalesce(l.external_variant_id, l.sku, l.external_product_id, l.title)
        = coalesce(c.external_variant_id, c.sku, c.external_product_id, c.title)`);

/** Order lines of a store's product without a known supplier, newest first. */
export const findUnmappedOfProduct = (
  ex: Executor,
  workplaceId: string,
  externalProductId: string,
): Promise<UnmappedProduct[]> =>
  ex.rows<UnmappedProduct>(unmapped(workplaceId, sql`l.external_product_id = ${externalProductId}`));

/** Those of a store's products that orders without a known supplier sold. */
export const soldUnmapped = async (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalProductIds: readonly string[],
): Promise<string[]> =>
  (
    await ex.rows<{ id: string }>(sql`select distinct l.external_product_id as id
      from order_line l join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = l.order_id
      where l.workplace_id = ${workplaceId} and l.state = 'unmapped' and o.store_id = ${storeId}
        and l.external_product_id = any(${[...externalProductIds]}::text[])`)
  ).map((row) => row.id);
