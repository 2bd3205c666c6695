import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

/** How long views are kept, and how many of a member. */
const KEPT_DAYS = 90;
export const MOST_VIEWS = 200;

/** A member's views of supplier products in one mode. */
export interface Viewer {
  workplaceId: string;
  accountId: string;
  mode: Mode;
}

/** Notes that a member opened a product, and forgets old views. */
export async function saveView(
  tx: Executor,
  { accountId, mode, workplaceId }: Viewer,
  product: { source: SupplierId; sourceProductId: string },
): Promise<void> {
  await tx.run(sql`insert into source_view (workplace_id, account_id, mode, source, source_product_id, viewed_at)
    values (${workplaceId}, ${accountId}, ${mode}, ${product.source}, ${product.sourceProductId}, now())
    on conflict (workplace_id, account_id, mode, source, source_product_id) do update set viewed_at = excluded.viewed_at`);
  await tx.run(sql`delete from source_view where workplace_id = ${workplaceId}
    and viewed_at < now() - make_interval(days => ${KEPT_DAYS})`);
  await tx.run(sql`delete from source_view where workplace_id = ${workplaceId} and account_id = ${accountId} and mode = ${mode}
    and viewed_at < (select viewed_at from source_view where workplace_id = ${workplaceId} and account_id = ${accountId}
      and mode = ${mode} order by viewed_at desc offset ${MOST_VIEWS - 1} limit 1)`);
}

export const deleteViews = (tx: Executor, { accountId, workplaceId }: Omit<Viewer, 'mode'>): Promise<number> =>
  tx.run(sql`delete from source_view where workplace_id = ${workplaceId} and account_id = ${accountId}`);

/** Names of the products that a member opened, as "source/id". */
export const viewedNames = async (ex: Executor, { accountId, mode, workplaceId }: Viewer): Promise<string[]> =>
  (
    await ex.rows<{ name: string }>(sql`select source || '/' || source_product_id as name from source_view
      where workplace_id = ${workplaceId} and account_id = ${accountId} and mode = ${mode}
        and viewed_at > now() - make_interval(days => ${KEPT_DAYS})`)
  ).map((row) => row.name);

export interface ViewedRow {
  source: SupplierName & SupplierId;
  source_product_id: string;
  title: string;
  image_url: string | null;
  cost_from: number;
  currency: string;
  viewed_at: string;
}

/** The products that a member opened last, as far as their suppliers still have them. */
export const recentViews = (
  ex: Executor,
  { accountId, mode, workplaceId }: Viewer,
  most: number,
): Promise<ViewedRow[]> =>
  ex.rows<ViewedRow>(sql`select p.source, p.source_product_id, p.title, p.image_urls[1] as image_url, p.cost_from, p.currency, v.viewed_at
    from (select source, source_product_id, viewed_at from source_view
        where workplace_id = ${workplaceId} and account_id = ${accountId} and mode = ${mode}
          and viewed_at > now() - make_interval(days => ${KEPT_DAYS})
        order by viewed_at desc limit ${MOST_VIEWS}) v
      join source_product p on p.source = v.source and p.mode = ${mode} and p.source_product_id = v.source_product_id
    order by v.viewed_at desc, p.source_key limit ${most}`);
