import { isId } from '@quayside/kernel';
import { containing, type Executor, join, raw, sql } from '../../../db/index.ts';

export interface UnmappedQuery {
  keyword?: string;
  store_id?: string;
  sort?: 'newest' | 'oldest';
  cursor?: string;
  page?: number;
  page_size: number;
}

export interface UnmappedProduct {
  /** The newest order line that sold it. */
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

/** Products sold by stores without a known supplier, without repetitions. One extra row indicates another page. */
export function unmappedProducts(ex: Executor, workplaceId: string, ask: UnmappedQuery): Promise<UnmappedProduct[]> {
  const pattern = ask.keyword ? containing(ask.keyword) : undefined;
  const conditions = [
    sql`l.workplace_id = ${workplaceId}`,
    sql`l.state = 'unmapped' and not l.unmapped_dismissed and l.bundle_line_id is null`,
    ...(ask.store_id ? [sql`o.store_id = ${ask.store_id}`] : []),
    ...(pattern ? [sql`(l.title ilike ${pattern} or l.sku ilike ${pattern})`] : []),
  ];
  const oldest = ask.sort === 'oldest';
  const from =
    ask.cursor && isId(ask.cursor)
      ? sql`where channel_product_id ${raw(oldest ? '>' : '<')} ${ask.cursor}::uuid`
      : sql``;
  const skip = !ask.cursor && ask.page ? (ask.page - 1) * ask.page_size : 0;
  return ex.rows<UnmappedProduct>(sql`select * from (
      select distinct on (o.store_id, coalesce(l.external_variant_id, l.sku, l.external_product_id, l.title))
        l.line_id as channel_product_id, o.store_id, l.external_product_id, l.external_variant_id, l.sku, l.title, l.variant_title,
        l.image_url, o.placed_at as seen_at
      from order_line l join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = l.order_id
      where ${join(conditions, ' and ')}
      order by o.store_id, coalesce(l.external_variant_id, l.sku, l.external_product_id, l.title), o.placed_at desc) each
    ${from} order by channel_product_id ${raw(oldest ? 'asc' : 'desc')} limit ${ask.page_size + 1} offset ${skip}`);
}
