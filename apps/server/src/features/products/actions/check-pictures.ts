import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publishAll } from '../../../live/publish.ts';
import { openStore } from '../../connections/index.ts';
import { findListing, notePicturesMissing } from '../listing-repo.ts';

/** Soon enough to be seen, late enough that a store has most pictures at the first look. */
export const FIRST_LOOK_SECONDS = 20;
const LOOK_AGAIN_MS = 30_000;
/** What is still on its way then is not waited for: a store that is so slow may well bring it yet. */
const GIVE_UP_MS = 10 * 60_000;

/** Tells the owner of pictures that a store could not take over: it shows the product without them, and says so to nobody. */
export async function checkPictures(deps: Deps, scope: Required<Scope>, listingId: string): Promise<void> {
  const { workplaceId } = scope;
  const listing = await deps.db.read(scope, (ex) => findListing(ex, workplaceId, listingId));
  if (listing?.state !== 'listed' || !listing.external_product_id || !listing.pushed_at) return;
  const open = await openStore(deps, scope, listing.store_id).catch((error: unknown) => {
    // Disconnected, or waiting for its owner: there is more to be said of it than this.
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!open?.connector.pictureStates) return;
  const { coming, failed } = await open.connector.pictureStates(open.ctx, listing.external_product_id);
  if (coming > 0 && deps.clock.millis() - Date.parse(listing.pushed_at) < GIVE_UP_MS)
    throw new Later(LOOK_AGAIN_MS, 'pictures are on their way to the store');
  if (failed.length === 0) return;
  const params = {
    places: failed.map((one) => one.place).join(', '),
    reason: [...new Set(failed.map((one) => one.reason))].join('; ').slice(0, 300),
  };
  await deps.db.tenant(scope, async (tx) => {
    if (!(await notePicturesMissing(tx, workplaceId, listing, params))) return;
    await publishAll(tx, workplaceId, [
      { topic: 'listings', ids: [listingId] },
      { topic: 'products', ids: [listing.product_id] },
    ]);
  });
}
