import type { Deps } from '../../../deps.ts';
import { getBlobStore } from '../../../files/blob-store.ts';
import { drawnPicture } from '../../../pictures/drawn-picture.ts';
import { galleryKey, LIBRARY_SIZE, type OwnPicture } from '../../../pictures/own-picture.ts';
import { findPublicLocation } from '../repo.ts';

/**
 * A picture with a public address, in one of the sizes that are served; undefined: there is none any more. Smaller sizes are
 * drawn on first use and kept, the largest is the file itself.
 */
export async function readPublicPicture(deps: Deps, picture: OwnPicture): Promise<Buffer | undefined> {
  const publicKey = galleryKey(picture.key);
  const location = publicKey && (await deps.db.global((tx) => findPublicLocation(tx, publicKey)));
  if (!location) return undefined;
  const original = () => getBlobStore(deps).get(location.blob_key);
  return picture.size === LIBRARY_SIZE ? original() : drawnPicture(deps, picture, original);
}
