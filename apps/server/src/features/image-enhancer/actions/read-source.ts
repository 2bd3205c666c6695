import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { convertUpload } from '../../../pictures/convert.ts';
import type { ConversionOptions, ConvertedPicture } from '../../../pictures/convert-picture.ts';
import { loadPicture } from '../../products/index.ts';

const MOST_BYTES = 20 * 1024 * 1024;
const RETRY_MS = 30_000;

async function readBytes(deps: Deps, url: string, mayWait: boolean, signal: AbortSignal): Promise<Uint8Array> {
  const fetched = await loadPicture(deps, url, { most: MOST_BYTES, signal });
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
