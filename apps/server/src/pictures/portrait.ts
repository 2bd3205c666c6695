import { PICTURE_EDGE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { isPictureFile } from './kind.ts';

/**
 * Pixels of a picture that is opened at all: a small file can hold a huge one, and each pixel takes four bytes of memory meanwhile.
 * The screen sends 300 by 300; a camera's picture of 24 million is taken too.
 */
const MOST_PIXELS = 24_500_000;
/** Source: document 1, section 9, "JPEG quality 0.8". */
const QUALITY = 80;

/**
 * Draws a picture of a person anew from a file that somebody sent: the whole of it on a white square, as a JPEG. Nothing else of the
 * file is kept, neither what it says of where it was taken nor anything that hides in it. What it is, its bytes say and not
 * its name. Throws PICTURE_UNREADABLE for anything that is no whole JPEG, PNG or WebP.
 */
export async function drawPortrait(file: Uint8Array): Promise<Buffer> {
  if (!isPictureFile(file)) throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE');
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(PICTURE_EDGE, PICTURE_EDGE, { fit: 'contain', background: '#fff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch (cause) {
    throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE', { cause });
  }
}
