import { ConnectorError, type Listed, type ListingInput } from '@quayside/connector-kit';
import type { LookupResult } from '../../../jobs/effect/effect.ts';
import type { OpenStore } from '../../connections/index.ts';
import type { PushClaim, Pushed } from '../listing-repo.ts';

type Store = Pick<OpenStore, 'connector' | 'ctx'>;

/**
 * Finds what the store has of a listing; what an earlier try may have made is looked for by our reference. What is seen is
 * the product there that is to be updated; undefined: there is none.
 */
export async function requestListing(
  { connector, ctx }: Store,
  { external_product_id: known }: PushClaim,
  input: ListingInput,
  again: boolean,
): Promise<LookupResult<string | undefined, Pushed>> {
  if (known) return { seen: known, repeatable: true };
  const found = again ? await connector.findListing(ctx, input) : undefined;
  if (!found) return { seen: undefined };
  // Cut short, or made before the product was edited here: it is brought up to date in any case.
  return { seen: found.externalProductId, repeatable: true };
}

/** Makes a listing's product in the store, or updates it. `forget`: notes that the product that was known is deleted there. */
export async function putListing(
  { connector, ctx }: Store,
  { external_product_id: known }: PushClaim,
  input: ListingInput,
  seen: string | undefined,
  forget: () => Promise<void>,
): Promise<Listed> {
  if (seen === undefined) return connector.createListing(ctx, input);
  try {
    return await connector.updateListing(ctx, seen, input);
  } catch (error) {
    if (!known || !(error instanceof ConnectorError) || error.kind !== 'not-found') throw error;
    await forget();
    return connector.createListing(ctx, input);
  }
}
