import { ConnectorError, type HttpResponse, type RejectionCode } from '@quayside/connector-kit';
import { type RawError, rawError } from './raw.ts';

const DEFAULT_WAIT_MS = 5000;

/** Refusals that WooCommerce answers with status 500, though nothing was done (it passes the status where data belongs). */
const REFUSED_AS_500 = new Set([
  'woocommerce_rest_cannot_create_order_refund',
  'woocommerce_rest_invalid_order_refund',
  'woocommerce_rest_trash_not_supported',
]);

/** The JSON of an answer; plug-ins that print notices before it are forgiven. undefined: there is none. */
export function parseJson(response: HttpResponse): unknown {
  const text = response.text.replace(/^\uFEFF/, '').trim();
  for (const start of [0, text.search(/[[{]/)]) {
    if (start < 0) continue;
    try {
      return JSON.parse(text.slice(start)) as unknown;
    } catch {
      // Tried again from the first bracket, then given up.
    }
  }
  return undefined;
}

export const toError = (response: HttpResponse): RawError | undefined => {
  const parsed = rawError.safeParse(parseJson(response));
  return parsed.success ? parsed.data : undefined;
};

/** Milliseconds asked for by Retry-After, in seconds or as a date; undefined when absent. */
export function retryAfterMs(response: HttpResponse, now: number): number | undefined {
  const text = response.headers['retry-after'];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** What an error answer means for the caller. Sources: the codes in WooCommerce's REST controllers. */
export function toFailure(response: HttpResponse, effect: boolean, now: number): ConnectorError {
  const { status } = response;
  const error = toError(response);
  const detail = error ? `${error.code}: ${error.message}` : `the shop answered ${status} without a reason`;
  if (status === 429)
    return new ConnectorError('rate-limited', detail, { retryAfterMs: retryAfterMs(response, now) ?? DEFAULT_WAIT_MS });
  if (status >= 500) return serverFailure(response, error, detail, effect, now);
  if (status >= 300 && status < 400)
    return new ConnectorError('rejected', `the URL redirects to ${response.headers.location ?? 'another URL'}`, {
      code: 'unreachable',
    });
  if (!error && status === 403)
    return new ConnectorError('rejected', 'a firewall in front of the store returned 403', { code: 'unreachable' });
  if (status === 401) return new ConnectorError('auth', detail);
  if (status === 403) return new ConnectorError('auth', detail, { code: 'missing_scope' });
  if (!error || error.code === 'rest_no_route')
    return new ConnectorError('rejected', detail, { code: status === 404 ? 'not_a_shop' : 'other' });
  return toRefusal(error, detail, status);
}

function serverFailure(
  response: HttpResponse,
  error: RawError | undefined,
  detail: string,
  effect: boolean,
  now: number,
): ConnectorError {
  if (error && REFUSED_AS_500.has(error.code)) return new ConnectorError('rejected', detail, { code: 'invalid_input' });
  if (error?.code === 'woocommerce_rest_invalid_order_id') return new ConnectorError('not-found', detail);
  // 503 is WordPress in maintenance or a full server: it says so before it works.
  if (response.status === 503)
    return new ConnectorError('temporary', detail, { retryAfterMs: retryAfterMs(response, now) });
  return new ConnectorError(effect ? 'unknown' : 'temporary', detail);
}

/** A refusal in the shop's own words, of a whole request or of one item of a batch. */
export function toRefusal(error: RawError, detail = `${error.code}: ${error.message}`, status = 400): ConnectorError {
  if (/_invalid_id$|_already_trashed$/.test(error.code)) return new ConnectorError('not-found', detail);
  // Another request is making a product with this SKU right now, an earlier try of ours perhaps.
  if (error.code === 'woocommerce_rest_product_not_created') return new ConnectorError('temporary', detail);
  if (error.code === 'product_invalid_sku') return new ConnectorError('rejected', detail, { code: 'already_exists' });
  if (error.code === 'term_exists') return new ConnectorError('rejected', detail, { code: 'already_exists' });
  // The shop fetches pictures while we wait; the whole product is refused for one it cannot get, or does not take.
  if (/_image_upload_error$|_invalid_image/.test(error.code)) {
    const code = /^Invalid image/.test(error.message) ? 'picture_refused' : 'picture_unreachable';
    return new ConnectorError('rejected', detail, { code });
  }
  if (status === 404) return new ConnectorError('not-found', detail);
  return new ConnectorError('rejected', detail, { code: 'invalid_input' });
}

const PICTURES: ReadonlySet<RejectionCode> = new Set(['picture_unreachable', 'picture_refused']);

/** File endings that WooCommerce takes in. Source: wc_rest_allowed_image_mime_types. */
const PICTURE_ENDING = /\.(jpe?g|jpe|gif|png|bmp|tiff?|ico|webp)$/i;

/**
 * Names the picture that made the shop refuse a product. WooCommerce names the address of one that it could not fetch, but
 * not that of one whose kind it does not take.
 */
export function namingPicture(error: unknown, urls: readonly string[]): unknown {
  if (!(error instanceof ConnectorError) || !PICTURES.has(error.code ?? 'other')) return error;
  if (urls.some((url) => error.detail.includes(url))) return error;
  const odd = urls.filter((url) => !PICTURE_ENDING.test(URL.parse(url)?.pathname ?? ''));
  const suspects = odd.length > 0 ? odd : urls;
  if (suspects.length === 0) return error;
  return new ConnectorError('rejected', `${error.detail} (${suspects.join(', ')})`, { code: error.code, cause: error });
}
