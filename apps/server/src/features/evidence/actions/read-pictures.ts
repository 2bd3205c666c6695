import { ConnectorError } from '@quayside/connector-kit';
import { PRODUCT_PICTURE_FILE } from '@quayside/contracts';
import { type Deps, getHttp, type Mode } from '../../../deps.ts';
import { isPictureFile } from '../../../files/kind.ts';
import { galleryKey, getOwnPicture } from '../../../pictures/own-picture.ts';
import { readOwnPicture } from '../../../pictures/read-own-picture.ts';
import { isWholePicture } from '../../../pictures/whole-picture.ts';
import { readFile, readPublicPicture } from '../../files/index.ts';

const TIMEOUT_MS = 10_000;

const checked = async (bytes: Uint8Array | undefined): Promise<Uint8Array | undefined> =>
  bytes && isPictureFile(bytes) && (await isWholePicture(bytes)) ? bytes : undefined;

/** A stored photo; undefined: it is gone or can't be read. */
export const readPhoto = async (deps: Deps, fileId: string): Promise<Uint8Array | undefined> =>
  checked((await readFile(deps, fileId))?.bytes);

/** The picture of a product, our own or at its supplier; undefined: it can't be read. */
export async function readProductPicture(
  deps: Deps,
  mode: Mode,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const name = /^\/pictures\/([^/]+)$/.exec(url)?.[1];
  const own = name && getOwnPicture(name);
  if (own && galleryKey(own.key)) return checked(await readPublicPicture(deps, own));
  if (own) return checked(await readOwnPicture(deps, own));
  if (!/^https?:/.test(url)) return undefined;
  try {
    const { status, body } = await getHttp(deps, mode, 'pictures').send({
      method: 'GET',
      url,
      headers: { accept: 'image/webp,image/png,image/jpeg' },
      effect: false,
      maxBytes: PRODUCT_PICTURE_FILE.most,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return status === 200 ? await checked(body) : undefined;
  } catch (error) {
    // A supplier that doesn't respond must not keep the rest of the evidence back.
    if (error instanceof ConnectorError) return undefined;
    throw error;
  }
}
