import { ConnectorError } from '@quayside/connector-kit';

/** What we read of an error of Stripe's library. Source: stripe 23, Error.d.ts. */
interface StripeFailure {
  type: string;
  message: string;
  code?: string;
  statusCode?: number;
}

const isStripeFailure = (error: unknown): error is StripeFailure =>
  typeof error === 'object' && error !== null && /^Stripe\w*Error$/.test(String((error as { type?: unknown }).type));

/** An error of Stripe's library in our words. `effect`: the call made something, so a lost answer is `unknown`. */
export function toError(error: unknown, effect: boolean): unknown {
  if (error instanceof ConnectorError || !isStripeFailure(error)) return error;
  const { type, statusCode, message } = error;
  const detail = `Stripe ${error.code ?? type}: ${message}`;
  const doubtful = new ConnectorError(effect ? 'unknown' : 'temporary', detail, { cause: error });
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
    return new ConnectorError('auth', detail, { cause: error });
  // 409: another request with this key is still under way.
  if (statusCode === undefined || statusCode >= 500 || statusCode === 409) return doubtful;
  if (type === 'StripeIdempotencyError')
    return new ConnectorError('rejected', detail, { code: 'already_exists', cause: error });
  if (statusCode === 404) return new ConnectorError('not-found', detail, { cause: error });
  if (type === 'StripeInvalidRequestError' || type === 'StripeCardError')
    return new ConnectorError('rejected', detail, { code: 'other', cause: error });
  return doubtful;
}
