import { ConnectorError, type PictureStates } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publishAll } from '../../../live/publish.ts';
import { findEntry, openStore, withStore } from '../../connections/index.ts';
import { findListing, notePicturesMissing } from '../listing-repo.ts';
import type { ListingRow } from '../tables.ts';

/** Soon enough to be seen, late enough that a store has most pictures at the first look. */
export const FIRST_LOOK_SECONDS = 20;
const LOOK_AGAIN_MS = 30_000;
/** What is still on its way then is not waited for: a store that is so slow, or does not answer, may well bring it yet. */
const GIVE_UP_MS = 10 * 60_000;

const PASSING: readonly string[] = ['temporary', 'unknown', 'unexpected', 'rate-limited'];

/** Whether of a refusal the store itself tells its owner, or its product: there is more to be said of it than this. */
const isToldElsewhere = (error: unknown): boolean =>
  error instanceof AppError
    ? error.retryAfterSeconds === undefined
    : error instanceof ConnectorError &&
      (error.kind === 'auth' || error.kind === 'not-found' || error.code === 'missing_scope');

/** What the store says of a listing's pictures. Throws Later while that is not to be had; undefined: it is not waited for. */
async function askStates(
  deps: Deps,
  scope: WorkplaceScope,
  listing: ListingRow,
  externalProductId: string,
  mayWait: boolean,
): Promise<PictureStates | undefined> {
  try {
    return await withStore(deps, scope, listing.store_id, async ({ connector, ctx }) =>
      connector.pictureStates?.(ctx, externalProductId),
    );
  } catch (error) {
    if (!(error instanceof ConnectorError) || !PASSING.includes(error.kind)) throw error;
    if (!mayWait) return undefined;
    throw new Later(Math.max(error.retryAfterMs ?? 0, LOOK_AGAIN_MS), 'store did not report its image locations');
  }
}

/**
 * Notifies the owner about images that a store failed to import, because the store itself shows the product without
 * them silently. Throws Later while images or their status are pending, and STORE_MOVING during a transfer.
 */
export async function checkPictures(deps: Deps, storeId: string, listingId: string): Promise<void> {
  // A store that moved since has its listings with it.
  const entry = await deps.db.global((tx) => findEntry(tx, storeId));
  if (!entry) return;
  const scope = { accountId: entry.account_id, workplaceId: entry.workplace_id };
  const { workplaceId } = scope;
  try {
    const { connector } = await openStore(deps, scope, storeId);
    const listing = await deps.db.read(scope, (ex) => findListing(ex, workplaceId, listingId));
    if (listing?.state !== 'listed' || !listing.external_product_id || !listing.pushed_at) return;
    if (!connector.pictureStates) return;
    const mayWait = deps.clock.millis() - Date.parse(listing.pushed_at) < GIVE_UP_MS;
    const states = await askStates(deps, scope, listing, listing.external_product_id, mayWait);
    if (!states) return;
    if (states.coming > 0 && mayWait) throw new Later(LOOK_AGAIN_MS, 'store is still importing images');
    if (states.failed.length > 0) await tell(deps, scope, listing, states.failed);
  } catch (error) {
    if (!isToldElsewhere(error)) throw error;
  }
}

async function tell(
  deps: Deps,
  scope: WorkplaceScope,
  listing: ListingRow,
  failed: PictureStates['failed'],
): Promise<void> {
  const { workplaceId } = scope;
  const params = {
    places: failed.map((one) => one.place).join(', '),
    reason: [...new Set(failed.map((one) => one.reason))].join('; ').slice(0, 300),
  };
  await deps.db.tenant(scope, async (tx) => {
    if (!(await notePicturesMissing(tx, workplaceId, listing, params))) return;
    await publishAll(tx, workplaceId, [
      { topic: 'listings', ids: [listing.listing_id] },
      { topic: 'products', ids: [listing.product_id] },
    ]);
  });
}
