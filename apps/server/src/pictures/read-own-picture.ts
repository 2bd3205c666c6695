import { pictureFolder } from './draw-ahead.ts';
import { importedPicture } from './imported-picture.ts';
import { isImported, LIBRARY_SIZE, type OwnPicture } from './own-picture.ts';

/** A picture that this installation serves: of an imported product, or of the made-up catalogue. Throws where there is none. */
export async function readOwnPicture(dataDir: string, picture: OwnPicture): Promise<Buffer> {
  if (isImported(picture.key)) return importedPicture(dataDir, picture);
  if (picture.size === LIBRARY_SIZE) throw new Error(`not a size of catalog images: ${picture.size}`);
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { renderPicture } = await import('@quayside/catalogue');
  return renderPicture(picture.key, { size: picture.size }, pictureFolder(dataDir));
}
