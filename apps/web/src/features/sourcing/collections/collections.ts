import type { Collection, FindSort } from '@quayside/contracts';

/*
 * The contract's list, written out: importing it at run time would bring the validation library onto the first screen.
 * A test holds it to the contract.
 */
export const COLLECTIONS: readonly Collection[] = ['trending', 'fastest_delivery_us', 'free_ship_us', 'made_in_us'];

/** The order in which each is shown first; the server walks an index of its own in it. */
export const COLLECTION_SORTS: Readonly<Record<Collection, FindSort>> = {
  trending: 'desc_lastest_volumee',
  fastest_delivery_us: 'desc_lastest_volumee',
  free_ship_us: 'desc_profit',
  made_in_us: 'desc_profit',
};

/** A collection by what an address says; undefined for anything else. */
export const getCollection = (text: unknown): Collection | undefined => COLLECTIONS.find((slug) => slug === text);
