import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../deps.ts';
import { getBlobStore } from '../files/blob-store.ts';
import { isPictureFile } from '../files/kind.ts';
import { drawnPicture } from './drawn-picture.ts';
import { isImported, type OwnPicture } from './own-picture.ts';

/** A small file can hold a huge picture, and each pixel takes four bytes of memory while it is read. */
const MOST_PIXELS = 50_000_000;
/** Longest edge of a picture as it is kept. */
const LONGEST_EDGE = 2_000;
const QUALITY = 85;

const PREFIX = 'imported-';
const pathOf = (key: string): string => `${key.slice(PREFIX.length, PREFIX.length + 2)}/${key}.webp`;
/** Beside the files of workspaces, whose keys begin with an id. */
export const importedKey = (key: string): string => `imported/${pathOf(key)}`;

/** Where versions before the file store kept these pictures. */
export const earlierFolder = (dataDir: string): string => join(dataDir, 'imported-pictures');

/**
 * Keeps a picture in the file store and returns its key, the same for the same bytes. It is re-encoded as a WebP of at most
 * 2,000 pixels, so that nothing else in the file is kept. Throws PICTURE_UNREADABLE for anything but a whole JPEG, PNG or WebP.
 */
export async function savePicture(deps: Pick<Deps, 'config' | 'http'>, bytes: Uint8Array): Promise<string> {
  if (!isPictureFile(bytes)) throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE');
  const key = PREFIX + createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { default: sharp } = await import('sharp');
  const drawn = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(LONGEST_EDGE, LONGEST_EDGE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE', { cause });
    });
  await getBlobStore(deps).put(importedKey(key), drawn);
  return key;
}

/** A picture in one of the sizes that are served; undefined: there is none. */
export async function importedPicture(
  deps: Pick<Deps, 'config' | 'http'>,
  picture: OwnPicture,
): Promise<Buffer | undefined> {
  const { key } = picture;
  if (!isImported(key)) throw new Error(`not the key of an imported picture: ${key}`);
  const store = getBlobStore(deps);
  return drawnPicture(deps, picture, async () => {
    const stored = await store.get(importedKey(key));
    if (stored) return stored;
    const earlier = await readFile(join(earlierFolder(deps.config.dataDir), pathOf(key))).catch(() => undefined);
    // Asked again: it may have been moved in between.
    return earlier ?? store.get(importedKey(key));
  });
}
