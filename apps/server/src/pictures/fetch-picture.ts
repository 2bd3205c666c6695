import { ConnectorError } from '@quayside/connector-kit';
import { type Deps, getHttp } from '../deps.ts';

const TIMEOUT_MS = 20_000;

/** `fault`: it can't be had. `again`: a later try may succeed. Both are message keys. */
export type FetchedPicture = { bytes: Buffer } | { fault: string } | { again: string };

/** Statuses of temporary failures. */
const passes = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** Fetches a picture from an address that someone typed, through the guarded client. */
export async function fetchPicture(
  deps: Pick<Deps, 'http'>,
  url: string,
  { most, accept, signal }: { most: number; accept: string; signal?: AbortSignal },
): Promise<FetchedPicture> {
  try {
    const { status, body } = await getHttp(deps, 'live', 'pictures').send({
      method: 'GET',
      url,
      headers: { accept },
      effect: false,
      maxBytes: most,
      timeoutMs: TIMEOUT_MS,
      ...(signal ? { signal } : {}),
    });
    if (status === 200) return { bytes: body };
    return passes(status)
      ? { again: 'PICTURE_NOT_ANSWERED' }
      : { fault: status === 404 || status === 410 ? 'PICTURE_NOT_FOUND' : 'PICTURE_REFUSED' };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'certificate_untrusted' || error.code === 'certificate_invalid')
      return { fault: 'PICTURE_BAD_CERTIFICATE' };
    if (error.kind === 'rejected') return { fault: 'PICTURE_PRIVATE_ADDRESS' };
    if (error.kind === 'unexpected') return { fault: 'PICTURE_TOO_LARGE' };
    return { again: 'PICTURE_NOT_ANSWERED' };
  }
}
