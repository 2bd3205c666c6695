import type { SupplierList } from '@quayside/connector-kit';
import type { Collection, FindSort } from '@quayside/contracts';

export interface CollectionRule {
  /** Condition on source_product, identical to that of the collection's index (migrations/1070_sourcing.sql). */
  where: string;
  /** Order of that index, which decides the collection's first images. */
  order: FindSort;
  /** Supplier list to request from on-demand suppliers; without one they can't contribute. */
  list?: SupplierList;
}

/**
 * The four collections. Only what a supplier told counts, and what was not told is no: a product whose maker's country is
 * unknown is not made in the US. Source: rule B223.
 *
 * trending: on the supplier's own list, or ordered more often than the highest of the bands that can be filtered by.
 * fastest_delivery_us: lies in the US, unless the supplier says that it takes more than three days from there all the same.
 */
export const COLLECTION_RULES: Readonly<Record<Collection, CollectionRule>> = {
  trending: {
    where: 'trending or order_volume > 10000',
    order: 'desc_lastest_volumee',
    list: 'trending',
  },
  fastest_delivery_us: {
    where: "ships_from @> '{US}'::text[] and coalesce(fastest_us_days, 0) <= 3",
    order: 'desc_lastest_volumee',
    list: 'us_shelf',
  },
  free_ship_us: { where: "free_shipping_to @> '{US}'::text[]", order: 'desc_lastest_volumee' },
  made_in_us: { where: "made_in = 'US'", order: 'desc_lastest_volumee' },
};
