import type { Deps } from '../../../deps.ts';
import { getBlobStore } from '../../../files/blob-store.ts';
import { forgetDrawn } from '../../../pictures/drawn-picture.ts';
import { galleryName } from '../../../pictures/own-picture.ts';
import { deleteRows, forgetFiles, markUnused, unusedKeys } from '../repo.ts';

const AT_ONCE = 200;

/** Deletes files that nothing uses any more, row first, then bytes, then the directory entry. Returns how many. */
export async function cleanUp(deps: Deps, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    const found = await deps.db.global((tx) => markUnused(tx, deps.clock.now(), AT_ONCE));
    for (const [workplaceId, own] of Map.groupBy(found, (one) => one.workplace_id)) {
      const ids = own.map((one) => one.file_id);
      const scope = { accountId: own[0]?.account_id ?? '', workplaceId };
      await deps.db.tenant(scope, (tx) => deleteRows(tx, workplaceId, ids));
    }
    const keys = await deps.db.global((tx) =>
      unusedKeys(
        tx,
        found.map((one) => one.blob_key),
      ),
    );
    for (const key of keys) await getBlobStore(deps).remove(key);
    // Also what a request drew while the picture was deleted.
    for (const one of found) if (one.public_key) await forgetDrawn(deps, galleryName(one.public_key));
    await deps.db.global((tx) =>
      forgetFiles(
        tx,
        found.map((one) => one.file_id),
      ),
    );
    deleted += found.length;
    if (found.length < AT_ONCE || signal?.aborted) return deleted;
  }
}
