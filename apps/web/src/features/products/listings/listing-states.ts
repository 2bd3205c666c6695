import type { Listing } from '@quayside/contracts';
import type { Tone } from '../../../kit/status-badge.tsx';

export type ListingState = Listing['state'];

/** What each state means to the eye; its word is `listing.state.<state>`. */
export const LISTING_TONES: Record<ListingState, Tone> = {
  queued: 'waiting',
  pushing: 'moving',
  unknown: 'waiting',
  listed: 'done',
  failed: 'broken',
  removed: 'closed',
};

/** States of a group, the one that needs a person's eye first. */
const WORST_FIRST: readonly ListingState[] = ['failed', 'unknown', 'pushing', 'queued', 'removed', 'listed'];

/** All parts of one product in one store. */
export interface StoreListings {
  storeId: string;
  storeName: string;
  platform: Listing['platform'];
  state: ListingState;
  status: Listing['publish_status'];
  parts: Listing[];
  failed: Listing[];
  /** In the store and older than the product here. */
  isStale: boolean;
}

/** A product's listings by store, each with the state that matters most among its parts; removed ones only when alone. */
export function byStore(listings: readonly Listing[]): StoreListings[] {
  const stores = new Map<string, Listing[]>();
  for (const listing of listings) {
    const own = stores.get(listing.store_id);
    if (own) own.push(listing);
    else stores.set(listing.store_id, [listing]);
  }
  return [...stores.entries()].flatMap(([storeId, all]) => {
    const present = all.filter((one) => one.state !== 'removed');
    const parts = (present.length > 0 ? present : all).toSorted((a, b) => a.part - b.part);
    const first = parts[0];
    if (!first) return [];
    return [
      {
        storeId,
        storeName: first.store_name || first.platform_domain,
        platform: first.platform,
        state: WORST_FIRST.find((state) => parts.some((one) => one.state === state)) ?? first.state,
        status: first.publish_status,
        parts,
        failed: parts.filter((one) => one.state === 'failed'),
        isStale: parts.some((one) => one.state === 'listed' && !one.is_current),
      },
    ];
  });
}
