import sharp from 'sharp';

/** A picture as a PDF takes it. */
export interface DrawnPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Pixels of the longer side: 300 per inch across a page's width. */
const LONGEST = 1_600;
const MOST_PIXELS = 40_000_000;

/** Re-encodes a picture as JPEG or PNG, rotated by its EXIF data and without metadata; undefined: not a picture. */
export async function drawPicture(bytes: Uint8Array): Promise<DrawnPicture | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true });
    const { hasAlpha } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    const { data, info } = await (hasAlpha
      ? image.flatten({ background: '#ffffff' }).png()
      : image.jpeg({ quality: 82 })
    ).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}
