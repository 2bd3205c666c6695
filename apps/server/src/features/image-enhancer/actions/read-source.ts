import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { convertUpload } from '../../../pictures/convert.ts';
import type { ConversionOptions, ConvertedPicture } from '../../../pictures/convert-picture.ts';
import { fetchPicture } from '../../../pictures/fetch-picture.ts';
import { galleryKey, getOwnPicture } from '../../../pictures/own-picture.ts';
import { readOwnPicture } from '../../../pictures/read-own-picture.ts';
import { readPublicPicture } from '../../files/index.ts';
import { getStoredPicture } from '../../sourcing/index.ts';

const MOST_BYTES = 20 * 1024 * 1024;
const ACCEPT = 'image/webp,image/png,image/jpeg';
const RETRY_MS = 30_000;

async function readBytes(deps: Deps, url: string, mayWait: boolean, signal: AbortSignal): Promise<Uint8Array> {
  const kept = getStoredPicture(url, deps.config.ownUrl);
  const own = kept.startsWith('/pictures/') ? getOwnPicture(kept.slice('/pictures/'.length)) : undefined;
  if (own) {
    const bytes = galleryKey(own.key)
      ? await readPublicPicture(deps, own)
      : await readOwnPicture(deps.config.dataDir, own).catch(() => undefined);
    if (!bytes) throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_NOT_FOUND');
    return bytes;
  }
  const fetched = await fetchPicture(deps, url, { most: MOST_BYTES, accept: ACCEPT, signal });
  if ('bytes' in fetched) return fetched.bytes;
  if ('again' in fetched && mayWait) throw new Later(RETRY_MS, fetched.again);
  throw new AppError('UNPROCESSABLE_ENTITY', 'again' in fetched ? fetched.again : fetched.fault);
}

/** Reads a picture that is not trusted as a WebP. Throws IMAGE_NOT_USABLE, and IMAGE_LARGE_ALREADY where enlarging is no use. */
export async function toWebp(bytes: Uint8Array, key: string, options?: ConversionOptions): Promise<ConvertedPicture> {
  const result = await convertUpload({ bytes }, options);
  if ('done' in result) return result.done;
  throw new AppError('UNPROCESSABLE_ENTITY', result.fault === 'large' ? 'IMAGE_LARGE_ALREADY' : key);
}

/**
 * A product's image from wherever it is, as a WebP. Throws Later while its server doesn't answer (`mayWait`), and AppError where
 * it can't be had.
 */
export async function readSource(
  deps: Deps,
  url: string,
  { mayWait, signal, ...options }: ConversionOptions & { mayWait: boolean; signal: AbortSignal },
): Promise<ConvertedPicture> {
  return toWebp(await readBytes(deps, url, mayWait, signal), 'IMAGE_NOT_USABLE', options);
}
