import { type Executor, raw, sql } from '../../db/index.ts';
import type { PriceRow, PriceState } from './tables.ts';

const COLUMNS = raw(`external_variant_id, listing_id, currency, held_price, held_compare, held_fixed, sent_price,
  sent_compare, pending_price, pending_compare, again, state, reason, reason_params`);

type ListName = { storeId: string; priceListId: string };

/** What is known of prices in a price list; `listingIds`: of these listings only. */
export const findPrices = (
  ex: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
  listingIds?: readonly string[],
): Promise<PriceRow[]> =>
  ex.rows<PriceRow>(sql`select ${COLUMNS} from market_price where workplace_id = ${workplaceId} and store_id = ${storeId}
    and price_list_id = ${priceListId} ${listingIds ? sql`and listing_id = any(${[...listingIds]}::uuid[])` : raw('')}`);

export const countPrices = (
  ex: Executor,
  workplaceId: string,
): Promise<{ store_id: string; price_list_id: string; state: PriceState; count: number }[]> =>
  ex.rows(sql`select store_id, price_list_id, state, count(*)::int as count from market_price
    where workplace_id = ${workplaceId} group by store_id, price_list_id, state`);

/** Adds or replaces what is known of prices. A choice for ours that is made meanwhile stays until ours are there. */
export async function savePrices(
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
  rows: readonly PriceRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into market_price (workplace_id, store_id, price_list_id, ${COLUMNS})
    select ${workplaceId}, ${storeId}, ${priceListId}, ${COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(external_variant_id text, listing_id uuid, currency text,
      held_price bigint, held_compare bigint, held_fixed boolean, sent_price bigint, sent_compare bigint, pending_price bigint,
      pending_compare bigint, again boolean, state text, reason text, reason_params jsonb)
    on conflict (workplace_id, store_id, price_list_id, external_variant_id) do update set listing_id = excluded.listing_id,
      currency = excluded.currency, held_price = excluded.held_price, held_compare = excluded.held_compare,
      held_fixed = excluded.held_fixed, sent_price = excluded.sent_price, sent_compare = excluded.sent_compare,
      pending_price = excluded.pending_price, pending_compare = excluded.pending_compare,
      again = market_price.again and excluded.state in ('theirs', 'refused', 'unpriced'),
      state = excluded.state, reason = excluded.reason, reason_params = excluded.reason_params`);
}

/** Notes what the store has, for a preview; what we wrote, and how that ended, stays. */
export async function saveHeld(
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
  rows: readonly Pick<
    PriceRow,
    'external_variant_id' | 'listing_id' | 'currency' | 'held_price' | 'held_compare' | 'held_fixed'
  >[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into market_price (workplace_id, store_id, price_list_id, external_variant_id, listing_id, currency,
      held_price, held_compare, held_fixed)
    select ${workplaceId}, ${storeId}, ${priceListId}, external_variant_id, listing_id, currency, held_price, held_compare,
      held_fixed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(external_variant_id text, listing_id uuid, currency text,
      held_price bigint, held_compare bigint, held_fixed boolean)
    on conflict (workplace_id, store_id, price_list_id, external_variant_id) do update set
      held_price = excluded.held_price, held_compare = excluded.held_compare, held_fixed = excluded.held_fixed`);
}

/** Forgets prices: their variants are gone, or nothing of ours is there any more. */
export const removePrices = (
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
  externalVariantIds: readonly string[],
): Promise<number> =>
  tx.run(sql`delete from market_price where workplace_id = ${workplaceId} and store_id = ${storeId}
    and price_list_id = ${priceListId} and external_variant_id = any(${[...externalVariantIds]}::text[])`);

/** Chooses ours where the merchant's price stayed; undefined: everywhere. Returns the listings concerned. */
export const chooseOurs = async (
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
  externalVariantIds: readonly string[] | undefined,
): Promise<string[]> => {
  const rows = await tx.rows<{ listing_id: string }>(sql`update market_price set again = true
    where workplace_id = ${workplaceId} and store_id = ${storeId} and price_list_id = ${priceListId} and state = 'theirs'
      ${externalVariantIds ? sql`and external_variant_id = any(${[...externalVariantIds]}::text[])` : raw('')}
    returning listing_id`);
  return [...new Set(rows.map((row) => row.listing_id))];
};

/** Listings with a price in the list that is or may be ours. */
export const listingsWithOurs = async (
  ex: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
): Promise<string[]> =>
  (
    await ex.rows<{ listing_id: string }>(sql`select distinct listing_id from market_price
      where workplace_id = ${workplaceId} and store_id = ${storeId} and price_list_id = ${priceListId}
        and (sent_price is not null or pending_price is not null) order by listing_id`)
  ).map((row) => row.listing_id);
