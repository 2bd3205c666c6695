import type { Deps } from '../deps.ts';
import { pictureFolder } from '../files/blob-store.ts';
import { importedPicture } from './imported-picture.ts';
import { isImported, LIBRARY_SIZE, type OwnPicture } from './own-picture.ts';

/**
 * A picture that this installation serves: of an imported product, or of the made-up catalogue, which each machine draws for
 * itself. undefined: there is none. Throws FileStorageError when the store does not respond.
 */
export async function readOwnPicture(
  deps: Pick<Deps, 'config' | 'http'>,
  picture: OwnPicture,
): Promise<Buffer | undefined> {
  const { key, size } = picture;
  if (isImported(key)) return importedPicture(deps, picture);
  if (size === LIBRARY_SIZE) return undefined;
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { renderPicture, UnknownPictureError } = await import('@quayside/catalogue');
  return renderPicture(key, { size }, pictureFolder(deps.config.dataDir)).catch((error: unknown) => {
    if (error instanceof UnknownPictureError) return undefined;
    throw error;
  });
}
