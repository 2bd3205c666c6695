import { PICTURE_EDGE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { isPictureFile } from '../files/kind.ts';

/**
 * Maximum pixels of an input image: a small file can contain a huge one, with four bytes of memory per pixel. Screens
 * send 300 by 300; a camera's 24 million are accepted too.
 */
const MOST_PIXELS = 24_500_000;
/** Source: document 1, section 9, "JPEG quality 0.8". */
const QUALITY = 80;

/**
 * Re-encodes an avatar upload on a white square as JPEG, dropping metadata and anything hidden in the file. The format
 * is detected from the bytes; throws PICTURE_UNREADABLE unless it is a complete JPEG, PNG or WebP.
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
