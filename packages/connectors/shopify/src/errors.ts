import { ConnectorError, type HttpResponse, type RejectionCode } from '@quayside/connector-kit';
import type { Cost, GraphqlError } from './raw-answer.ts';

/** Judges an HTTP status that carries no GraphQL answer. The meanings are those of Shopify's API response codes. */
export function httpError(response: HttpResponse, effect: boolean): ConnectorError {
  const detail = `Shopify answered HTTP ${response.status}`;
  const seconds = Number(response.headers['retry-after']);
  switch (response.status) {
    case 401:
      return new ConnectorError('auth', `${detail}: the token is wrong or was revoked; connect the shop again`);
    case 402:
      return new ConnectorError(
        'rejected',
        `${detail}: the shop is frozen; its owner must settle the bill at Shopify`,
        {
          code: 'store_plan_limit',
        },
      );
    case 403:
      return new ConnectorError('auth', `${detail}: the app may not do this in the shop`, { code: 'missing_scope' });
    case 404:
      return new ConnectorError('rejected', `${detail}: there is no Shopify shop at this address`, {
        code: 'not_a_shop',
      });
    case 423:
      return new ConnectorError('rejected', `${detail}: the shop is locked; its owner must ask Shopify`, {
        code: 'store_plan_limit',
      });
    case 429:
      return new ConnectorError('rate-limited', detail, { retryAfterMs: seconds > 0 ? seconds * 1000 : 2_000 });
    case 430:
      return new ConnectorError(
        'rate-limited',
        `${detail}: Shopify's bot protection is blocking this server temporarily`,
        {
          retryAfterMs: seconds > 0 ? seconds * 1000 : 60_000,
        },
      );
    default:
      if (response.status >= 500) return new ConnectorError(effect ? 'unknown' : 'temporary', detail);
      if (response.status >= 300 && response.status < 400) {
        return new ConnectorError('rejected', `${detail}: the address leads elsewhere`, { code: 'not_a_shop' });
      }
      return new ConnectorError('rejected', `${detail}: ${response.text.slice(0, 200)}`, { code: 'other' });
  }
}

/** Milliseconds until a bucket holds a request's points again. */
export function restoreMs(cost: Cost | undefined): number {
  const status = cost?.throttleStatus;
  if (!cost || !status || status.restoreRate <= 0) return 2_000;
  const lacking = Math.min(cost.requestedQueryCost, status.maximumAvailable) - status.currentlyAvailable;
  return Math.max(100, Math.ceil((lacking * 1000) / status.restoreRate));
}

/** Judges the `errors` of a GraphQL answer. None of them leaves an effect but a failure inside Shopify. */
export function graphqlError(errors: GraphqlError[], cost: Cost | undefined, effect: boolean): ConnectorError {
  const detail = errors.map((error) => error.message).join('; ');
  const codes = new Set(errors.map((error) => error.extensions?.code));
  if (codes.has('THROTTLED')) {
    return new ConnectorError('rate-limited', detail, { retryAfterMs: restoreMs(cost) });
  }
  if (codes.has('ACCESS_DENIED')) {
    const scopes = errors.map((error) => error.extensions?.requiredAccess).filter(Boolean);
    const needs = scopes.length ? ` (needs ${scopes.join(', ')})` : '';
    return new ConnectorError('auth', `${detail}${needs}`, { code: 'missing_scope' });
  }
  if (codes.has('SHOP_INACTIVE')) return new ConnectorError('rejected', detail, { code: 'store_plan_limit' });
  if (codes.has('INTERNAL_SERVER_ERROR')) return new ConnectorError(effect ? 'unknown' : 'temporary', detail);
  if (codes.has('MAX_COST_EXCEEDED')) {
    return new ConnectorError('rejected', `request too large for Shopify: ${detail}`, { code: 'other' });
  }
  return new ConnectorError('rejected', detail, { code: 'other' });
}

export interface UserError {
  field?: string[] | null;
  message: string;
  code?: string | null;
}

const REASONS: Record<string, RejectionCode> = {
  TAKEN: 'already_exists',
  HANDLE_NOT_UNIQUE: 'already_exists',
  VARIANTS_OVER_LIMIT: 'store_plan_limit',
  NOT_FOUND: 'invalid_input',
  PRODUCT_DOES_NOT_EXIST: 'invalid_input',
};

/** Throws picture_refused, with its address, for the first user error about one of a product's `pictures`. */
export function refusePictures(what: string, userErrors: readonly UserError[], pictures: readonly string[]): void {
  for (const { field, message } of userErrors) {
    const at = field?.indexOf('files') ?? -1;
    const url = at < 0 ? undefined : pictures[Number(field?.[at + 1])];
    if (url !== undefined)
      throw new ConnectorError('rejected', `${what}: ${message} (${url})`, { code: 'picture_refused' });
  }
}

/** Throws what the user errors of a mutation say; nothing when there are none. */
export function refuseUserErrors(what: string, userErrors: readonly UserError[]): void {
  const [first] = userErrors;
  if (!first) return;
  const words = userErrors.map(
    (error) => `${error.message}${error.field?.length ? ` (${error.field.join('.')})` : ''}`,
  );
  const detail = `${what}: ${[...new Set(words)].slice(0, 5).join('; ')}`;
  if (userErrors.some((error) => error.code === 'PRODUCT_DOES_NOT_EXIST'))
    throw new ConnectorError('not-found', detail);
  if (userErrors.some((error) => error.code === 'IDEMPOTENCY_CONCURRENT_REQUEST')) {
    throw new ConnectorError('temporary', detail, { retryAfterMs: 1_000 });
  }
  throw new ConnectorError('rejected', detail, { code: REASONS[first.code ?? ''] ?? 'other' });
}
