import { ConnectorError } from '@quayside/connector-kit';
import { PRODUCT_PICTURE_FILE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { savePicture } from '../../../pictures/imported-picture.ts';
import { claimPictures, pictureFailed, pictureLater, pictureReady } from '../picture-repo.ts';

const AT_ONCE = 4;
const BATCH = 24;
const TIMEOUT_MS = 20_000;
/** How long a worker keeps a picture to itself; after that another one tries. */
const CLAIM_MS = 5 * 60_000;
const MOST_TRIES = 4;

type Outcome = { bytes: Buffer } | { fault: string } | { again: string };

/** Statuses of temporary failures. */
const passes = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

async function fetchPicture(deps: Pick<Deps, 'http'>, source: string, signal: AbortSignal): Promise<Outcome> {
  try {
    const { status, body } = await deps.http.send({
      method: 'GET',
      url: source,
      headers: { accept: 'image/webp,image/png,image/jpeg' },
      effect: false,
      maxBytes: PRODUCT_PICTURE_FILE.most,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if (status === 200) return { bytes: body };
    return passes(status)
      ? { again: 'PICTURE_NOT_ANSWERED' }
      : { fault: status === 404 || status === 410 ? 'PICTURE_NOT_FOUND' : 'PICTURE_REFUSED' };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'certificate_untrusted' || error.code === 'certificate_invalid')
      return { fault: 'PICTURE_BAD_CERTIFICATE' };
    if (error.kind === 'rejected') return { fault: 'PICTURE_PRIVATE_ADDRESS' };
    if (error.kind === 'unexpected') return { fault: 'PICTURE_TOO_LARGE' };
    return { again: 'PICTURE_NOT_ANSWERED' };
  }
}

async function settle(
  deps: Pick<Deps, 'config' | 'db' | 'clock'>,
  source: string,
  tries: number,
  outcome: Outcome,
): Promise<void> {
  let fault = 'fault' in outcome ? outcome.fault : undefined;
  if ('bytes' in outcome) {
    try {
      const key = await savePicture(deps.config.dataDir, outcome.bytes);
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
        await settle(deps, one.source, one.tries, await fetchPicture(deps, one.source, signal));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return tried;
}
