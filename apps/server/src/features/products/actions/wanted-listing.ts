import type { ListingInput } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { absolutePicture } from '../../sourcing/index.ts';
import { multiplesIn } from '../multiple-repo.ts';
import { readStorePrices } from '../price-repo.ts';
import { listingInput, type StoreTerms } from '../rules/listing-input.ts';
import type { ListingRow, Product, Variant } from '../tables.ts';

type Listing = Pick<ListingRow, 'listing_id' | 'part' | 'parts' | 'publish_status' | 'settings' | 'variant_ids'> &
  Partial<Pick<ListingRow, 'stopped_variants'>>;

/** A store's own terms for products: prices where it has its own rule, and multiples. */
export async function readStoreTerms(
  ex: Executor,
  workplaceId: string,
  store: Pick<Store, 'store_id' | 'currency'>,
  productIds: readonly string[],
): Promise<StoreTerms> {
  const rows = await readStorePrices(ex, workplaceId, store.store_id, productIds);
  const prices = new Map(
    rows
      .filter((row) => row.currency === store.currency)
      .map(({ variant_id: id, price, compare_at_price: compareAt, currency }) => [
        id,
        { price: money(price, currency), compareAt: compareAt === null ? undefined : money(compareAt, currency) },
      ]),
  );
  return { prices, multiples: await multiplesIn(ex, workplaceId, store.store_id, productIds) };
}

/** What a listing should be in its store. `terms`: see readStoreTerms. */
export function wantedListing(
  deps: Pick<Deps, 'config' | 'connectors'>,
  listing: Listing,
  product: Product,
  variants: readonly Variant[],
  store: Pick<Store, 'mode' | 'currency' | 'platform'>,
  terms: StoreTerms,
): ListingInput {
  const base = store.mode === 'sandbox' ? deps.config.ownUrl : (deps.config.appUrl ?? deps.config.ownUrl);
  const picture = (kept: string) => absolutePicture(kept, base);
  const can = deps.connectors.channels[store.platform]?.capabilities ?? {};
  return {
    ...listingInput(product, variants, listing, { currency: store.currency, terms, picture, can }),
    ownAddress: base,
  };
}
