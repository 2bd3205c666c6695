import { isPictureFile } from '../files/kind.ts';

const MOST_PIXELS = 24_500_000;
/** Twice the largest size on paper in points, for 144 pixels an inch. */
const SIZE = { width: 600, height: 240 };

/** Re-encodes a logo as PNG without metadata; undefined unless it is a complete JPEG, PNG or WebP. */
export async function drawLogo(file: Uint8Array): Promise<Buffer | undefined> {
  if (!isPictureFile(file)) return undefined;
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer();
  } catch {
    return undefined;
  }
}
