import { PICTURE_EDGE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';

/** How the three kinds begin, in hex; of a WebP the four bytes in between are its size. */
const BEGINS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/];
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
  // No other decoder is asked at all: the library knows many, SVG among them.
  const head = Buffer.from(file.subarray(0, 12)).toString('hex');
  if (!BEGINS.some((begin) => begin.test(head))) throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE');
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
