import { mkdir, readFile as readDisk, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { pictureFolder } from '../../../pictures/draw-ahead.ts';
import { galleryKey, LIBRARY_SIZE, type OwnPicture, PICTURE_SIZES } from '../../../pictures/own-picture.ts';
import { findPublicLocation } from '../repo.ts';
import { blobStore } from './save-file.ts';

const QUALITY = 85;

const drawnFile = (dataDir: string, key: string, size: number): string =>
  join(pictureFolder(dataDir), String(size), `${key}.webp`);

/**
 * A picture with a public address, in one of the sizes that are served; undefined: there is none any more. Smaller sizes are
 * drawn on first use and kept in the data folder, the largest is the file itself.
 */
export async function readPublicPicture(deps: Deps, { key, size }: OwnPicture): Promise<Buffer | undefined> {
  const publicKey = galleryKey(key);
  const location = publicKey && (await deps.db.global((tx) => findPublicLocation(tx, publicKey)));
  if (!location) return undefined;
  if (size === LIBRARY_SIZE) return blobStore(deps).get(location.blob_key);
  const file = drawnFile(deps.config.dataDir, key, size);
  const kept = await readDisk(file).catch(() => undefined);
  if (kept) return kept;
  const original = await blobStore(deps).get(location.blob_key);
  if (!original) return undefined;
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { default: sharp } = await import('sharp');
  const drawn = await sharp(original)
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  const half = `${file}.${newId()}`;
  await writeFile(half, drawn);
  await rename(half, file);
  return drawn;
}

/** Deletes the drawn sizes of a picture from this machine's data folder. */
export async function forgetDrawn(dataDir: string, key: string): Promise<void> {
  for (const size of PICTURE_SIZES) await rm(drawnFile(dataDir, key, size), { force: true });
}
