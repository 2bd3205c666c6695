/** What went wrong on the other side, in the words that decide what happens next. The job layer alone decides on a retry. */
export type ConnectorErrorKind =
  /** The key or token is wrong, revoked or lacks a scope: a person must reconnect. */
  | 'auth'
  /** Asked too often: try again after `retryAfterMs`. */
  | 'rate-limited'
  /** The thing asked for does not exist on the other side. */
  | 'not-found'
  /** The other side understood and refused: repeating changes nothing. `code` says why. */
  | 'rejected'
  /** The request surely had no effect (connection refused, 503 before work): safe to repeat. */
  | 'temporary'
  /** Sent, but no trustworthy answer (time-out, connection lost, 5xx, malformed body): the effect is unknown; ask before repeating. */
  | 'unknown'
  /** The answer does not have the published shape, on a read. */
  | 'unexpected';

/**
 * Stable reasons of a refusal that the product explains to people. Keys of order messages follow the specification
 * (document 3, section 8).
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
  /** The shop's software is older than the oldest that the connector can work with; the detail names both. */
  | 'version_too_old'
  | 'unreachable'
  /** The server's TLS certificate was signed by an authority that this process does not trust, or by itself. */
  | 'certificate_untrusted'
  /** The server's TLS certificate has expired or is for another name. */
  | 'certificate_invalid'
  /** We ended the call because this process stops; it says nothing about the other side. */
  | 'interrupted'
  | 'missing_scope'
  | 'invalid_input'
  /** The store could not fetch a picture at its address, and may be able to later; the detail names it. */
  | 'picture_unreachable'
  /** The store does not take a picture of this kind; the detail names it. */
  | 'picture_refused'
  /** A message does not carry the signature that its sender would have made. */
  | 'bad_signature'
  | 'store_plan_limit'
  /**
   * Held back over there for a while: the same call goes through once that ends, without anything being changed here. The
   * detail says why it is held, in the other side's own words, and nothing else.
   */
  | 'held_back'
  | 'other';

export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorErrorKind;
  readonly code: RejectionCode | undefined;
  /** The other side's own words, for the log and for a person; never secrets. */
  readonly detail: string;
  readonly retryAfterMs: number | undefined;
  /** Line references at fault, when the other side names them. */
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
 * A step after one that had its effect: where it ends in "surely nothing happened", what both make up has happened in
 * part, and doing it again at once could repeat the first step before the other side shows it. Throws unknown then.
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
