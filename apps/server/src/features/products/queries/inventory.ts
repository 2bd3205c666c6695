import type { SupplierId } from '@quayside/connector-kit';
import { type InventoryState, LOW_STOCK } from '@quayside/contracts/inventory-states.ts';
import { isId } from '@quayside/kernel';
import { containing, type Executor, join, type Sql, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import type { Picture } from '../tables.ts';

export interface InventoryQuery {
  keyword?: string | undefined;
  source?: SupplierId | undefined;
  store_id?: string | undefined;
  state: InventoryState;
  cursor?: string | undefined;
  page?: number | undefined;
  page_size: number;
}

export interface InventoryVariant {
  product_id: string;
  variant_id: string;
  position: number;
  sku: string;
  option_values: string[];
  stock: number | null;
  image_url: string | null;
  title: string;
  images: Picture[];
  source: SupplierId;
  mode: Mode;
}

const STATES: Record<InventoryState, Sql | undefined> = {
  all: undefined,
  out: sql`v.stock <= 0`,
  low: sql`v.stock between 1 and ${LOW_STOCK}`,
  unknown: sql`v.stock is null`,
};

/** The cursor after a row. */
export const cursorAfter = ({ product_id: product, position, variant_id: variant }: InventoryVariant): string =>
  `${product}.${position}.${variant}`;

/** A malformed cursor is the first page. */
function after(cursor: string | undefined): Sql[] {
  const [product = '', position = '', variant = ''] = (cursor ?? '').split('.');
  if (!isId(product) || !isId(variant) || !/^\d{1,6}$/.test(position)) return [];
  return [
    sql`(v.product_id < ${product}::uuid or v.product_id = ${product}::uuid
      and (v.position, v.variant_id) > (${Number(position)}::integer, ${variant}::uuid))`,
  ];
}

/** Enabled variants, newest products first, in their order. One row more than asked for tells that there is another page. */
export function listInventory(ex: Executor, workplaceId: string, ask: InventoryQuery): Promise<InventoryVariant[]> {
  const state = STATES[ask.state];
  const conditions = [
    sql`v.workplace_id = ${workplaceId}`,
    sql`v.enabled`,
    sql`p.deleted_at is null`,
    ...(state ? [state] : []),
    ...(ask.source ? [sql`p.source = ${ask.source}`] : []),
    ...(ask.store_id
      ? [
          sql`exists (select 1 from listing l where l.workplace_id = ${workplaceId} and l.product_id = v.product_id
            and l.store_id = ${ask.store_id} and l.state <> 'removed' and v.variant_id = any(l.variant_ids))`,
        ]
      : []),
    ...(ask.keyword ? [sql`(p.title ilike ${containing(ask.keyword)} or v.sku ilike ${containing(ask.keyword)})`] : []),
    ...after(ask.cursor),
  ];
  const skip = !ask.cursor && ask.page ? (ask.page - 1) * ask.page_size : 0;
  return ex.rows<InventoryVariant>(sql`select v.product_id, v.variant_id, v.position, v.sku, v.option_values, v.stock, v.image_url,
      p.title, p.images, p.source, p.mode
    from product_variant v join product p on p.workplace_id = ${workplaceId} and p.product_id = v.product_id
    where ${join(conditions, ' and ')}
    order by v.product_id desc, v.position, v.variant_id limit ${ask.page_size + 1} offset ${skip}`);
}

export interface StoreQuantity {
  variant_id: string;
  listing_id: string;
  store_id: string;
  quantity: number | null;
  pushed_at: string | null;
}

/** Where variants are listed, with the quantity of the last push that wrote it. */
export const storeQuantities = (
  ex: Executor,
  workplaceId: string,
  variants: readonly Pick<InventoryVariant, 'product_id' | 'variant_id'>[],
): Promise<StoreQuantity[]> =>
  ex.rows<StoreQuantity>(sql`select v.variant_id, l.listing_id, l.store_id, l.pushed_at, (v.fields->'quantity'->>'o')::integer as quantity
    from listing l
    join listing_variant v on v.workplace_id = ${workplaceId} and v.listing_id = l.listing_id
    where l.workplace_id = ${workplaceId} and l.product_id = any(${variants.map((one) => one.product_id)}::uuid[])
      and l.external_product_id is not null and l.state <> 'removed'
      and v.variant_id = any(${variants.map((one) => one.variant_id)}::uuid[])
    order by l.store_id`);
