/** What went wrong at the other side, by the consequence. Only the job layer decides on retries. */
export type ConnectorErrorKind =
  /** Key or token is wrong, revoked or lacks a scope: a person must reconnect. */
  | 'auth'
  /** Too many requests: retry after `retryAfterMs`. */
  | 'rate-limited'
  /** The requested thing does not exist there. */
  | 'not-found'
  /** Understood and refused: a retry changes nothing. `code` gives the reason. */
  | 'rejected'
  /** The request had no effect (connection refused, 503 before work): safe to retry. */
  | 'temporary'
  /**
   * Sent without a trustworthy response (timeout, connection lost, 5xx, malformed body): the effect is unknown, so look
   * it up before retrying.
   */
  | 'unknown'
  /** The response to a read does not match the published schema. */
  | 'unexpected';

/**
 * Stable reasons of a refusal, explained to people. Keys of order messages follow the specification (document 3,
 * section 8).
 */
export type RejectionCode =
  | 'product_out_of_stock'
  | 'product_sold_out'
  | 'shipped_country_notfound'
  | 'error_save_all_address'
  | 'error_not_found_sku'
  | 'error_checkout_products'
  | 'shipping_method_unavailable'
  | 'balance_too_low'
  | 'already_exists'
  | 'not_a_shop'
  /** The shop's software is older than supported; the detail names both versions. */
  | 'version_too_old'
  | 'unreachable'
  /** The TLS certificate is self-signed or its issuer is not trusted by this process. */
  | 'certificate_untrusted'
  /** The TLS certificate has expired or is for another name. */
  | 'certificate_invalid'
  /** Our process is stopping; says nothing about the other side. */
  | 'interrupted'
  | 'missing_scope'
  | 'invalid_input'
  /** The store could not fetch an image, perhaps temporarily; the detail names it. */
  | 'picture_unreachable'
  /** The store does not accept this kind of image; the detail names it. */
  | 'picture_refused'
  /** The signature does not match the claimed sender. */
  | 'bad_signature'
  | 'store_plan_limit'
  /** The location that was chosen for stock is deactivated or deleted. */
  | 'stock_location_gone'
  /** The price list was deleted, or has another currency now. */
  | 'price_list_gone'
  /** The account's plan allows no more of them for now. */
  | 'quota_used_up'
  /** The number shows no carrier, and none was named. */
  | 'carrier_unknown'
  /**
   * On hold there: the same call works once the hold ends. The detail contains only the reason, as given by the other
   * side.
   */
  | 'held_back'
  /** The payment provider declined to pay back. */
  | 'refund_declined'
  /** The payment method can't be paid back by the store. */
  | 'refund_unsupported'
  /** More than the order has left to refund. */
  | 'refund_amount'
  | 'other';

export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorErrorKind;
  readonly code: RejectionCode | undefined;
  /** The other side's message, for the log and for people; never secrets. */
  readonly detail: string;
  readonly retryAfterMs: number | undefined;
  /** References of the affected lines, if known. */
  readonly lines: readonly string[] | undefined;

  constructor(
    kind: ConnectorErrorKind,
    detail: string,
    options: { code?: RejectionCode; retryAfterMs?: number; lines?: readonly string[]; cause?: unknown } = {},
  ) {
    super(`${kind}${options.code ? ` (${options.code})` : ''}: ${detail}`, { cause: options.cause });
    this.kind = kind;
    this.code = options.code;
    this.detail = detail;
    this.retryAfterMs = options.retryAfterMs;
    this.lines = options.lines;
  }
}

/**
 * Runs a step after one that had its effect. If it fails without an effect, it throws `unknown`, because repeating both
 * could repeat the first one before it becomes visible.
 */
export async function afterAnEffect<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof ConnectorError) || (error.kind !== 'temporary' && error.kind !== 'rate-limited'))
      throw error;
    throw new ConnectorError('unknown', error.detail, { cause: error });
  }
}
