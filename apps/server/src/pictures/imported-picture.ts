import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, newId } from '@quayside/kernel';
import { isPictureFile } from '../files/kind.ts';
import { pictureFolder } from './draw-ahead.ts';
import { isImported, type OwnPicture } from './own-picture.ts';

/** A small file can hold a huge picture, and each pixel takes four bytes of memory while it is read. */
const MOST_PIXELS = 50_000_000;
/** Longest edge of a picture as it is kept. */
const LONGEST_EDGE = 2_000;
const QUALITY = 85;

const PREFIX = 'imported-';
const originals = (dataDir: string): string => join(dataDir, 'imported-pictures');
const fileOf = (dataDir: string, key: string): string =>
  join(originals(dataDir), key.slice(PREFIX.length, PREFIX.length + 2), `${key}.webp`);

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const half = `${file}.${newId()}`;
  await writeFile(half, bytes);
  await rename(half, file);
}

/**
 * Keeps a picture in the data folder and returns its key, the same for the same bytes. It is re-encoded as a WebP of at most
 * 2,000 pixels, so that nothing else in the file is kept. Throws PICTURE_UNREADABLE for anything but a whole JPEG, PNG or WebP.
 */
export async function savePicture(dataDir: string, bytes: Uint8Array): Promise<string> {
  if (!isPictureFile(bytes)) throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE');
  const key = PREFIX + createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { default: sharp } = await import('sharp');
  try {
    const drawn = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(LONGEST_EDGE, LONGEST_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    await write(fileOf(dataDir, key), drawn);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && /^E[A-Z]+$/.test(cause.code))
      throw cause;
    throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE', { cause });
  }
  return key;
}

/** A picture in one of the sizes that are served, drawn on first use and kept. Throws where it is not here. */
export async function importedPicture(dataDir: string, { key, size }: OwnPicture): Promise<Buffer> {
  if (!isImported(key)) throw new Error(`not the key of an imported picture: ${key}`);
  const file = join(pictureFolder(dataDir), String(size), `${key}.webp`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return kept;
  const original = await readFile(fileOf(dataDir, key));
  const { default: sharp } = await import('sharp');
  const drawn = await sharp(original)
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  await write(file, drawn);
  return drawn;
}
