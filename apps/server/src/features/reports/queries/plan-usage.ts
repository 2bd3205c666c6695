import { type Executor, sql } from '../../../db/index.ts';
import { LISTING_OPEN } from '../../../states/listing.ts';
import { isOneOf } from '../../../states/sql.ts';

/** What was done in one workspace that a plan counts. */
export interface WorkspaceUsage {
  /** Products imported here since the given id; those that a store brought along count where they were imported. */
  imports: number;
  /** Products put into a store since then, counted once per store. */
  listings: number;
  /** Products put into any store since then. */
  listed_products: number;
  /** Products that stand in stores now, counted once per store. */
  standing: number;
  /** Products that are watched now. */
  watched: number;
  /** Orders placed at suppliers since then. */
  orders: number;
  /** Products on their way into a store in which they do not stand yet, counted once per store. */
  pending: number;
  /** Of these, products that were put into no store since then. */
  pending_products: number;
}

/** Counts by ranges of ids, which are made from the time: no other index is needed. `since`: firstIdAt() of the cycle. */
export async function workspaceUsage(ex: Executor, workplaceId: string, since: string): Promise<WorkspaceUsage> {
  const row = await ex.first<WorkspaceUsage>(sql`select
    (select count(*)::int from product where workplace_id = ${workplaceId} and product_id >= ${since})
      - (select count(*)::int from product where workplace_id = ${workplaceId} and product_id >= ${since} and brought) as imports,
    l.listings, l.listed_products, p.pending, p.pending_products,
    (select count(*)::int from listing where workplace_id = ${workplaceId} and part = 1 and state = 'listed') as standing,
    (select count(*)::int from product_watch where workplace_id = ${workplaceId}) as watched,
    (select count(distinct o)::int from supplier_order, unnest(array_prepend(order_id, other_order_ids)) o where workplace_id = ${workplaceId}
      and supplier_order_id >= ${since} and not manual and state not in ('failed', 'cancelled')) as orders
    from (select count(*)::int as listings, count(distinct product_id)::int as listed_products from listing
      where workplace_id = ${workplaceId} and listing_id >= ${since} and part = 1 and external_product_id is not null) l,
    (select count(*)::int as pending, count(distinct product_id) filter (where not exists (select 1 from listing there
        where there.workplace_id = ${workplaceId} and there.product_id = way.product_id and there.listing_id >= ${since}
        and there.part = 1 and there.external_product_id is not null))::int as pending_products
      from listing way where way.workplace_id = ${workplaceId} and way.part = 1
      and ${isOneOf('way.state', LISTING_OPEN)} and way.external_product_id is null) p`);
  return (
    row ?? {
      imports: 0,
      listings: 0,
      listed_products: 0,
      standing: 0,
      watched: 0,
      orders: 0,
      pending: 0,
      pending_products: 0,
    }
  );
}
