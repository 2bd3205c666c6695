import { PRODUCT_PICTURE_FILE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { type FetchedPicture, fetchPicture } from '../../../pictures/fetch-picture.ts';
import { savePicture } from '../../../pictures/imported-picture.ts';
import { claimPictures, pictureFailed, pictureLater, pictureReady } from '../picture-repo.ts';

const AT_ONCE = 4;
const BATCH = 24;
/** How long a worker keeps a picture to itself; after that another one tries. */
const CLAIM_MS = 5 * 60_000;
const MOST_TRIES = 4;
const WANTED = { most: PRODUCT_PICTURE_FILE.most, accept: 'image/webp,image/png,image/jpeg' };

async function settle(
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'http'>,
  source: string,
  tries: number,
  outcome: FetchedPicture,
): Promise<void> {
  let fault = 'fault' in outcome ? outcome.fault : undefined;
  if ('bytes' in outcome) {
    try {
      const key = await savePicture(deps, outcome.bytes);
      await deps.db.global((tx) => pictureReady(tx, source, key, deps.clock.now()));
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fault = error.code === 'UNPROCESSABLE_ENTITY' ? 'PICTURE_NO_IMAGE' : 'PICTURE_NOT_ANSWERED';
    }
  }
  if ('again' in outcome && tries < MOST_TRIES) {
    const at = new Date(deps.clock.millis() + 2 ** tries * 30_000).toISOString();
    await deps.db.global((tx) => pictureLater(tx, source, at));
    return;
  }
  await deps.db.global((tx) =>
    pictureFailed(tx, source, fault ?? ('again' in outcome ? outcome.again : 'PICTURE_REFUSED')),
  );
}

/**
 * Fetches the pictures of imported products that are due, a few at once. A failed picture does not stop the others.
 * Returns how many it tried.
 */
export async function fetchPictures(
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'http'>,
  signal: AbortSignal,
): Promise<number> {
  let tried = 0;
  while (!signal.aborted) {
    const until = new Date(deps.clock.millis() + CLAIM_MS).toISOString();
    const claimed = await deps.db.global((tx) => claimPictures(tx, deps.clock.now(), until, BATCH));
    if (claimed.length === 0) return tried;
    tried += claimed.length;
    const queue = [...claimed];
    const work = async (): Promise<void> => {
      for (let one = queue.shift(); one && !signal.aborted; one = queue.shift())
        await settle(deps, one.source, one.tries, await fetchPicture(deps, one.source, { ...WANTED, signal }));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return tried;
}
