import type { Deps } from '../deps.ts';
import { getDrawnStore } from '../files/blob-store.ts';
import { type OwnPicture, PICTURE_SIZES } from './own-picture.ts';

const QUALITY = 85;

const drawnKey = (key: string, size: number): string => `${size}/${key}.webp`;

/** A stored picture in one of the sizes that are served, drawn on first use and kept; undefined: there is no original. */
export async function drawnPicture(
  deps: Pick<Deps, 'config' | 'http'>,
  { key, size }: OwnPicture,
  original: () => Promise<Buffer | undefined>,
): Promise<Buffer | undefined> {
  const drawn = getDrawnStore(deps);
  const name = drawnKey(key, size);
  const kept = await drawn.get(name);
  if (kept) return kept;
  const bytes = await original();
  if (!bytes) return undefined;
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { default: sharp } = await import('sharp');
  const made = await sharp(bytes)
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  await drawn.put(name, made);
  return made;
}

/** Deletes the drawn sizes of a picture. */
export async function forgetDrawn(deps: Pick<Deps, 'config' | 'http'>, key: string): Promise<void> {
  const drawn = getDrawnStore(deps);
  await Promise.all(PICTURE_SIZES.map((size) => drawn.remove(drawnKey(key, size))));
}
