import type { WorkplaceScope } from '../../../db/index.ts';
import { type Deps, getHttp } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { hashUpload } from '../../../pictures/convert.ts';
import { loadPicture } from '../../products/index.ts';
import {
  type ComparedPicture,
  claimPictures,
  deleteOldPictures,
  hasWanted,
  MOST_TRIES,
  type ReadResult,
  saveRead,
} from '../picture-repo.ts';
import { requestSuggestions } from './request-suggestions.ts';

/** Pictures taken at a time. */
const BATCH = 10;
/** Pictures that one job reads before others get its slot. */
const MOST_A_SLICE = 100;
const BETWEEN_SLICES_MS = 10_000;
/** Larger files are left out: pictures of products are small. */
const MOST_BYTES = 5 * 1024 * 1024;
/** Seconds before a picture that wasn't answered is tried again. */
const AGAIN_SECONDS = 3_600;

async function readOne(
  deps: Deps,
  { mode, tries, url, url_key }: ComparedPicture & { url_key: string; tries: number },
  signal: AbortSignal,
): Promise<ReadResult> {
  const got = await loadPicture(deps, url, { most: MOST_BYTES, signal, http: getHttp(deps, mode, 'pictures') });
  if ('again' in got)
    return tries < MOST_TRIES
      ? { url_key, state: 'wanted', fault: got.again, afterSeconds: AGAIN_SECONDS }
      : { url_key, state: 'failed', fault: got.again };
  if ('fault' in got) return { url_key, state: 'failed', fault: got.fault };
  const hashed = await hashUpload(got.bytes);
  return 'hash' in hashed
    ? { url_key, state: 'read', hash: hashed.hash }
    : { url_key, state: 'failed', fault: hashed.fault };
}

/**
 * Reads the pictures that a comparison of variants wanted, a slice at a time, and has the variants compared again once some were
 * read. Each picture is read once; what a killed worker had is taken by the next one.
 */
export async function readPictures(deps: Deps, here: WorkplaceScope, signal: AbortSignal): Promise<void> {
  const { workplaceId } = here;
  let isNew = false;
  for (let count = 0; count < MOST_A_SLICE && !signal.aborted; count += BATCH) {
    const taken = await deps.db.tenant(here, (tx) => claimPictures(tx, workplaceId, BATCH));
    if (taken.length === 0) break;
    const results: ReadResult[] = [];
    for (const picture of taken) if (!signal.aborted) results.push(await readOne(deps, picture, signal));
    await deps.db.tenant(here, (tx) => saveRead(tx, workplaceId, results));
    isNew ||= results.some((one) => one.state === 'read' && one.hash !== null);
  }
  const isMore = await deps.db.tenant(here, async (tx) => {
    await deleteOldPictures(tx, workplaceId);
    if (isNew) await requestSuggestions(tx, deps, here);
    return hasWanted(tx, workplaceId);
  });
  if (isMore) throw new Later(BETWEEN_SLICES_MS, 'more pictures are to be read');
}
