import type { ChannelId, SupplierId } from '@quayside/connector-kit';
import { isId } from '@quayside/kernel';
import { containing, type Executor, join, raw, type Sql, sql } from '../../../db/index.ts';
import type { ListingRow, OwnField, Product, PushState } from '../tables.ts';

export interface ListQuery {
  keyword?: string;
  source?: SupplierId;
  store_id?: string;
  sort?: 'newest' | 'oldest';
  cursor?: string;
  page?: number;
  page_size: number;
}

export interface StoreFacts {
  store_name: string;
  platform: ChannelId;
  platform_domain: string;
}

/** What the store was found to hold; see field-repo.ts. */
export interface DifferenceFacts {
  store_status: string | null;
  own_fields: number;
  conflicts: number;
}

export type ListingFacts = ListingRow & StoreFacts & DifferenceFacts & { revision: number; override_revision: number };

/** The place after a row, as its id; ids of later rows sort later. An unknown cursor is the beginning. */
const after = (column: Sql, ask: Pick<ListQuery, 'cursor' | 'sort'>): Sql[] =>
  ask.cursor && isId(ask.cursor) ? [sql`${column} ${raw(ask.sort === 'oldest' ? '>' : '<')} ${ask.cursor}::uuid`] : [];

const pageOf = (column: Sql, ask: ListQuery): Sql => {
  const skip = !ask.cursor && ask.page ? (ask.page - 1) * ask.page_size : 0;
  return sql`order by ${column} ${raw(ask.sort === 'oldest' ? 'asc' : 'desc')} limit ${ask.page_size + 1} offset ${skip}`;
};

/** One row more than asked for was read: it tells that there is another page. */
export function cut<T>(
  rows: readonly T[],
  size: number,
  idOf: (row: T) => string,
): { items: T[]; next_cursor?: string } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return rows.length > size && last ? { items, next_cursor: idOf(last) } : { items };
}

export type SummaryRow = Omit<Product, 'original' | 'description_html' | 'options' | 'tags' | OwnField>;

/** Which imported products a list shows, from its cursor on; `failed`: those with a part that a store refused. */
export type ProductFilter = Pick<ListQuery, 'keyword' | 'source' | 'store_id' | 'cursor' | 'sort'> & {
  states?: readonly PushState[];
  failed?: boolean;
  watch?: Sql;
  tag?: string;
};

/** That a product, whose row is `p`, has a tag, ignoring case. The cursor is named again, so that the index of tags begins there. */
function hasTag(workplaceId: string, tag: string, ask: ProductFilter): Sql {
  const conditions = [sql`t.product_id = p.product_id`, ...after(sql`t.product_id`, ask)];
  return sql`exists (select 1 from product_tag t
    where t.workplace_id = ${workplaceId} and t.word = lower(${tag}) and ${join(conditions, ' and ')})`;
}

/** The condition on products, whose row is `p`. */
export function isMatching(workplaceId: string, ask: ProductFilter): Sql {
  const there = (condition: Sql) =>
    sql`exists (select 1 from listing l where l.workplace_id = ${workplaceId} and l.product_id = p.product_id and ${condition})`;
  const conditions = [
    sql`p.workplace_id = ${workplaceId}`,
    sql`p.deleted_at is null`,
    ...(ask.states ? [sql`p.push_state = any(${[...ask.states]}::text[])`] : []),
    ...(ask.failed ? [there(sql`l.state = 'failed'`)] : []),
    ...(ask.watch ? [ask.watch] : []),
    ...(ask.tag ? [hasTag(workplaceId, ask.tag, ask)] : []),
    ...(ask.source ? [sql`p.source = ${ask.source}`] : []),
    ...(ask.store_id ? [there(sql`l.store_id = ${ask.store_id} and l.state <> 'removed'`)] : []),
    ...(ask.keyword ? [sql`(p.title ilike ${containing(ask.keyword)} or p.source_product_id = ${ask.keyword})`] : []),
    ...after(sql`p.product_id`, ask),
  ];
  return join(conditions, ' and ');
}

/** A page of imported products. */
export function listProducts(ex: Executor, workplaceId: string, ask: ListQuery & ProductFilter): Promise<SummaryRow[]> {
  return ex.rows<SummaryRow>(sql`select p.product_id, p.source, p.mode, p.source_product_id, p.ship_to, p.title, p.vendor, p.product_type,
      p.images, p.currency, p.cost_from, p.cost_to, p.price_from, p.price_to, p.total_variants, p.revision, p.push_state, p.created_at,
      p.updated_at
    from product p where ${isMatching(workplaceId, ask)} ${pageOf(sql`p.product_id`, ask)}`);
}

const FACTS =
  raw(`l.listing_id, l.product_id, l.store_id, l.part, l.parts, l.state, l.publish_status, l.settings, l.variant_ids,
  l.pushed_revision, l.pushed_override, l.external_product_id, l.handle, l.url, l.admin_url, l.error_key, l.error_params, l.process_id, l.attempts,
  l.sent_at, l.pushed_at, l.store_status, l.own_fields, l.conflicts, s.store_name, s.platform, s.platform_domain, p.revision,
  coalesce(o.revision, 0) as override_revision`);

const joined = (workplaceId: string): Sql => sql`from listing l
  join store s on s.workplace_id = ${workplaceId} and s.store_id = l.store_id
  join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id
  left join store_override o on o.workplace_id = ${workplaceId} and o.product_id = l.product_id and o.store_id = l.store_id`;

/** Where products are, with the names of their stores. */
export const listingFacts = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<ListingFacts[]> =>
  ex.rows<ListingFacts>(sql`select ${FACTS} ${joined(workplaceId)} where l.workplace_id = ${workplaceId}
    and l.product_id = any(${[...productIds]}::uuid[]) and l.state <> 'removed' order by s.created_at, l.store_id, l.part`);

export const oneListing = (ex: Executor, workplaceId: string, listingId: string): Promise<ListingFacts | undefined> =>
  ex.first<ListingFacts>(sql`select ${FACTS} ${joined(workplaceId)}
    where l.workplace_id = ${workplaceId} and l.listing_id = ${listingId}`);

export type MappedRow = ListingFacts & {
  title: string;
  images: Product['images'];
  source: SupplierId;
  source_product_id: string;
};

/** What is in stores and known to come from a supplier. */
export function listMapped(ex: Executor, workplaceId: string, ask: ListQuery): Promise<MappedRow[]> {
  const id = sql`l.listing_id`;
  const conditions = [
    sql`l.workplace_id = ${workplaceId}`,
    sql`l.state = 'listed'`,
    ...(ask.source ? [sql`p.source = ${ask.source}`] : []),
    ...(ask.store_id ? [sql`l.store_id = ${ask.store_id}`] : []),
    ...(ask.keyword ? [sql`p.title ilike ${containing(ask.keyword)}`] : []),
    ...after(id, ask),
  ];
  return ex.rows<MappedRow>(sql`select ${FACTS}, p.title, p.images, p.source, p.source_product_id ${joined(workplaceId)}
    where ${join(conditions, ' and ')} ${pageOf(id, ask)}`);
}

export interface ImportedRow {
  product_id: string;
  source: SupplierId;
  source_product_id: string;
  push_state: PushState;
  error_key: string | null;
}

export function listImported(ex: Executor, workplaceId: string, ask: ListQuery): Promise<ImportedRow[]> {
  const id = sql`p.product_id`;
  const conditions = [
    sql`p.workplace_id = ${workplaceId}`,
    sql`p.deleted_at is null`,
    ...(ask.source ? [sql`p.source = ${ask.source}`] : []),
    ...after(id, ask),
  ];
  return ex.rows<ImportedRow>(sql`select p.product_id, p.source, p.source_product_id, p.push_state,
      (select l.error_key from listing l where l.workplace_id = ${workplaceId} and l.product_id = p.product_id and l.state = 'failed'
        order by l.updated_at desc limit 1) as error_key
    from product p where ${join(conditions, ' and ')} ${pageOf(id, ask)}`);
}
