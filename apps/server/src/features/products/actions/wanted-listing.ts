import type { ListingInput } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { absolutePicture } from '../../sourcing/index.ts';
import { multiplesIn } from '../multiple-repo.ts';
import { findOverrides } from '../override-repo.ts';
import { readStorePrices } from '../price-repo.ts';
import { listingInput, type StoreTerms } from '../rules/listing-input.ts';
import { inStore, type StoreOverride } from '../rules/store-override.ts';
import type { ListingRow, Product, Variant } from '../tables.ts';

type Listing = Pick<ListingRow, 'listing_id' | 'part' | 'parts' | 'publish_status' | 'settings' | 'variant_ids'> &
  Partial<Pick<ListingRow, 'stopped_variants'>>;

/** What products have in one store only. */
export interface OwnValues extends StoreTerms {
  /** Texts and status, by product. */
  overrides: ReadonlyMap<string, StoreOverride>;
}

/** What products have in a store only: prices where it has its own rule, multiples, and its own texts. */
export async function readOwnValues(
  ex: Executor,
  workplaceId: string,
  store: Pick<Store, 'store_id' | 'currency'>,
  productIds: readonly string[],
): Promise<OwnValues> {
  const rows = await readStorePrices(ex, workplaceId, store.store_id, productIds);
  const overrides = await findOverrides(ex, workplaceId, productIds, [store.store_id]);
  const prices = new Map(
    rows
      .filter((row) => row.currency === store.currency)
      .map(({ variant_id: id, price, compare_at_price: compareAt, currency }) => [
        id,
        { price: money(price, currency), compareAt: compareAt === null ? undefined : money(compareAt, currency) },
      ]),
  );
  return {
    prices,
    multiples: await multiplesIn(ex, workplaceId, store.store_id, productIds),
    overrides: new Map(overrides.map((one) => [one.product_id, one])),
  };
}

/** What a listing should be in its store. `values`: see readOwnValues. */
export function wantedListing(
  deps: Pick<Deps, 'config' | 'connectors'>,
  listing: Listing,
  product: Product,
  variants: readonly Variant[],
  store: Pick<Store, 'mode' | 'currency' | 'platform'>,
  values: OwnValues,
): ListingInput {
  const base = store.mode === 'sandbox' ? deps.config.ownUrl : (deps.config.appUrl ?? deps.config.ownUrl);
  const picture = (kept: string) => absolutePicture(kept, base);
  const can = deps.connectors.channels[store.platform]?.capabilities ?? {};
  return {
    ...listingInput(inStore(product, values.overrides.get(product.product_id)), variants, listing, {
      currency: store.currency,
      terms: values,
      picture,
      can,
    }),
    ownAddress: base,
  };
}
