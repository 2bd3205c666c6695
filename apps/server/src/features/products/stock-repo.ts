import { type Executor, sql } from '../../db/index.ts';

/** A variant of a listing in a store, in the order of listings. */
export interface ListedVariantRow {
  listing_id: string;
  variant_id: string;
  external_product_id: string;
  external_variant_id: string;
  external_inventory_item_id: string | null;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** The next listed variants of a store whose stock pushes write. A store's own products that were taken in keep theirs. */
export const nextListedVariants = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  after: { listingId: string; externalVariantId: string } | undefined,
  limit: number,
): Promise<ListedVariantRow[]> =>
  ex.rows<ListedVariantRow>(sql`select l.listing_id, v.variant_id, l.external_product_id, v.external_variant_id,
      v.external_inventory_item_id
    from listing l
      join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id and p.source <> 'store'
      join listing_variant v on v.workplace_id = ${workplaceId} and v.listing_id = l.listing_id
    where l.workplace_id = ${workplaceId} and l.store_id = ${storeId} and l.external_product_id is not null
      and l.state <> 'removed'
      and l.listing_id >= ${after?.listingId ?? FIRST}::uuid
      and (l.listing_id, v.external_variant_id collate "C") > (${after?.listingId ?? FIRST}::uuid,
        ${after?.externalVariantId ?? ''} collate "C")
    order by l.listing_id, v.external_variant_id collate "C" limit ${limit}`);

/** Holds listings so that no push writes them meanwhile. Returns those that another worker has, or that wait for their push. */
export async function holdForStock(
  tx: Executor,
  workplaceId: string,
  listingIds: readonly string[],
  runId: string,
  seconds: number,
): Promise<string[]> {
  const rows = await tx.rows<{ listing_id: string; busy: boolean }>(sql`select listing_id,
      state not in ('listed', 'failed') or coalesce(claimed_until > now() and claimed_by <> ${runId}::uuid, false) as busy
    from listing where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[]) and state <> 'removed'
    order by listing_id for no key update`);
  const free = rows.filter((row) => !row.busy).map((row) => row.listing_id);
  await tx.run(sql`update listing set claimed_by = ${runId}, claimed_until = now() + make_interval(secs => ${seconds})
    where workplace_id = ${workplaceId} and listing_id = any(${free}::uuid[])`);
  return rows.filter((row) => row.busy).map((row) => row.listing_id);
}

/** Releases the listings of a store that a run held, those that were queued for a push meanwhile too. */
export const releaseForStock = (tx: Executor, workplaceId: string, storeId: string, runId: string): Promise<number> =>
  tx.run(sql`update listing set claimed_by = null, claimed_until = null where workplace_id = ${workplaceId}
    and store_id = ${storeId} and claimed_by = ${runId}::uuid and state in ('listed', 'queued', 'failed')`);

/** Records the stock that was written in a store as what we sent, as a push does. */
export function noteStockSent(
  tx: Executor,
  workplaceId: string,
  rows: readonly { listingId: string; externalVariantId: string; quantity: number }[],
): Promise<number> {
  const sent = rows.map(({ quantity, ...row }) => ({ ...row, fields: { quantity: { o: quantity } } }));
  return tx.run(sql`update listing_variant v
    set fields = coalesce(v.fields, '{}') || r.fields
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r("listingId" uuid, "externalVariantId" text, fields jsonb)
    where v.workplace_id = ${workplaceId} and v.listing_id = r."listingId"
      and v.external_variant_id = r."externalVariantId"`);
}
