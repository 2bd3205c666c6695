import { type ConnectorContext, ConnectorError, type ListingInput, type PictureFile } from '@quayside/connector-kit';
import { type Deps, getHttp, type Mode } from '../../../deps.ts';
import { FileStorageError } from '../../../files/blob.ts';
import { type FetchedPicture, fetchPicture } from '../../../pictures/fetch-picture.ts';
import { galleryKey, getOwnPicture, type OwnPicture } from '../../../pictures/own-picture.ts';
import { readOwnPicture } from '../../../pictures/read-own-picture.ts';
import { isPublicHost } from '../../connections/index.ts';
import { readPublicPicture } from '../../files/index.ts';
import { getStoredPicture } from '../../sourcing/index.ts';

/** Largest picture that is sent on. Source: Shopify, "Product media types", 20 MB. */
const LARGEST = 20 * 1024 * 1024;

const unreachable = (detail: string, cause?: unknown): ConnectorError =>
  new ConnectorError('rejected', detail, { code: 'picture_unreachable', cause });

/** Whether a store on the internet can fetch what lies at an address. */
const isFetchable = (url: string): boolean => !URL.canParse(url) || isPublicHost(new URL(url).hostname);

/** Whether a listing has pictures that no store on the internet can fetch. */
export const hasHiddenPictures = ({ images, variants }: Pick<ListingInput, 'images' | 'variants'>): boolean =>
  [...images.map(({ url }) => url), ...variants.map(({ imageUrl }) => imageUrl)].some(
    (url) => url !== undefined && !isFetchable(url),
  );

/** Reads an image of the workspace's library; undefined: it was deleted. */
type ReadLibrary = (picture: OwnPicture) => Promise<Uint8Array | undefined>;

/** A picture of our own catalogue is taken from where it is kept, and drawn where it is not. */
async function ownPicture(
  deps: Pick<Deps, 'config' | 'http'>,
  url: string,
  readLibrary: ReadLibrary,
): Promise<PictureFile | undefined> {
  const kept = getStoredPicture(url, deps.config.ownUrl);
  const wanted = kept.startsWith('/pictures/') ? getOwnPicture(kept.slice('/pictures/'.length)) : undefined;
  if (!wanted) return undefined;
  const bytes = await (galleryKey(wanted.key) ? readLibrary(wanted) : readOwnPicture(deps, wanted));
  if (!bytes) throw unreachable(`there is no picture ${kept}`);
  return { bytes, contentType: 'image/webp' };
}

/**
 * How a store's connector comes by pictures that the store cannot fetch: those of this machine, and those on its network that
 * QUAYSIDE_PRIVATE_HOSTS names. The sandbox's stores fetch everything by themselves.
 */
export function pictureReader(
  deps: Pick<Deps, 'config' | 'http'>,
  mode: Mode,
  readLibrary: ReadLibrary,
): ConnectorContext['readPicture'] {
  if (mode === 'sandbox') return undefined;
  return async (url) => {
    if (isFetchable(url)) return undefined;
    const own = await ownPicture(deps, url, readLibrary).catch((cause: unknown) => {
      if (cause instanceof FileStorageError) throw new ConnectorError('temporary', cause.message, { cause });
      throw cause;
    });
    if (own) return own;
    const response = await getHttp(deps, 'live', 'pictures')
      .send({ method: 'GET', url, effect: false, maxBytes: LARGEST })
      .catch((cause: unknown) => {
        throw unreachable(`${url}: ${cause instanceof ConnectorError ? cause.detail : 'it cannot be fetched'}`, cause);
      });
    if (response.status !== 200) throw unreachable(`${url} answered HTTP ${response.status}`);
    return { bytes: response.body, contentType: response.headers['content-type'] ?? '' };
  };
}

const ACCEPT = 'image/webp,image/png,image/jpeg';

/** A product's picture from wherever it is: our own files, or the guarded client that `http` is. */
export async function loadPicture(
  deps: Deps,
  url: string,
  { most, signal, http = deps.http }: { most: number; signal: AbortSignal; http?: Deps['http'] },
): Promise<FetchedPicture> {
  try {
    const own = await ownPicture(deps, url, (picture) => readPublicPicture(deps, picture));
    if (own) return { bytes: Buffer.from(own.bytes) };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { fault: 'PICTURE_NOT_FOUND' };
  }
  return fetchPicture({ http }, url, { most, accept: ACCEPT, signal });
}
