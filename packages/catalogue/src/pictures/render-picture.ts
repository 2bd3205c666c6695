import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composePicture } from './compose.ts';
import { parsePictureKey } from './picture-key.ts';

export const PICTURE_SIZES = [80, 320, 800, 1200] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

const running = new Map<string, Promise<Buffer>>();

export function isPictureSize(size: number): size is PictureSize {
  return (PICTURE_SIZES as readonly number[]).includes(size);
}

async function kept(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function render(key: string, size: PictureSize, folder: string, path: string): Promise<Buffer> {
  const before = await kept(path);
  if (before !== undefined) return before;
  const image = await composePicture(parsePictureKey(key), size);
  await mkdir(folder, { recursive: true });
  // Written beside and moved: another process never reads half a picture.
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, image);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return image;
}

/**
 * The WebP bytes of a picture, made on first use and kept as a file in `cacheDir`. Calls for the same picture at the same time make it
 * once. Throws UnknownPictureError for a key that is not ours and RangeError for a size we do not make.
 */
export async function renderPicture(
  imageKey: string,
  options: { size: PictureSize },
  cacheDir: string,
): Promise<Buffer> {
  const { size } = options;
  if (!isPictureSize(size))
    throw new RangeError(`Expected an image width of ${PICTURE_SIZES.join(', ')} pixels, got ${size}.`);
  parsePictureKey(imageKey);
  const folder = join(cacheDir, String(size));
  const path = join(folder, `${imageKey}.webp`);
  const under = running.get(path);
  if (under !== undefined) return under;
  const work = render(imageKey, size, folder, path).finally(() => running.delete(path));
  running.set(path, work);
  return work;
}
