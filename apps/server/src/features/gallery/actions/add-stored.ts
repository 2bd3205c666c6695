import { MOST_GALLERY_IMAGES } from '@quayside/contracts';
import { AppError, newId } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { countImages, findByKey, insertImage, lockGallery } from '../repo.ts';
import { toImageName } from '../rules/image-name.ts';
import type { ImageRow } from '../tables.ts';

/**
 * Adds a picture that is stored and public already to the library, in the caller's transaction; one that is there stays. Returns
 * the image's id. Throws GALLERY_FULL.
 */
export async function addStoredImage(
  tx: Executor,
  workplaceId: string,
  picture: Pick<ImageRow, 'file_id' | 'public_key' | 'name' | 'width' | 'height' | 'bytes'>,
): Promise<string> {
  await lockGallery(tx, workplaceId);
  const there = await findByKey(tx, workplaceId, picture.public_key);
  if (there) return there.image_id;
  if ((await countImages(tx, workplaceId)) >= MOST_GALLERY_IMAGES)
    throw new AppError('UNPROCESSABLE_ENTITY', 'GALLERY_FULL', { params: { most: MOST_GALLERY_IMAGES } });
  const image = await insertImage(tx, workplaceId, {
    ...picture,
    image_id: newId(),
    name: toImageName(picture.name),
  });
  if (!image) throw new Error('inserted image not found');
  return image.image_id;
}
