import type { ListingInput } from '@quayside/connector-kit';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { absolutePicture } from '../../sourcing/index.ts';
import { listingInput } from '../rules/listing-input.ts';
import type { ListingRow, Product, Variant } from '../tables.ts';

type Listing = Pick<ListingRow, 'listing_id' | 'part' | 'parts' | 'publish_status' | 'settings' | 'variant_ids'>;

/** What a listing should be in its store. */
export function wantedListing(
  deps: Pick<Deps, 'config'>,
  listing: Listing,
  product: Product,
  variants: readonly Variant[],
  store: Pick<Store, 'mode' | 'currency'>,
): ListingInput {
  const base = store.mode === 'sandbox' ? deps.config.ownUrl : (deps.config.appUrl ?? deps.config.ownUrl);
  const picture = (kept: string) => absolutePicture(kept, base);
  return { ...listingInput(product, variants, listing, { currency: store.currency, picture }), ownAddress: base };
}
