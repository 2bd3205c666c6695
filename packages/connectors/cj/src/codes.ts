import { ConnectorError, type ConnectorErrorKind, type RejectionCode } from '@quayside/connector-kit';

type Meaning = { kind: ConnectorErrorKind; code?: RejectionCode; retryAfterMs?: number };

const AUTH: Meaning = { kind: 'auth' };
const INVALID: Meaning = { kind: 'rejected', code: 'invalid_input' };
const OTHER: Meaning = { kind: 'rejected', code: 'other' };

/** Codes of CJ's envelope and what each means for us. Source: CJ API 2.0, appendix 1 (global error codes), 2026-02. */
const MEANING: Record<number, Meaning> = {
  1600001: AUTH,
  1600002: AUTH,
  1600003: AUTH,
  1600004: AUTH,
  1600005: AUTH,
  1600006: AUTH,
  1600007: AUTH,
  1600008: AUTH,
  1600009: AUTH,
  1600013: AUTH,
  1600030: AUTH,
  1600031: AUTH,
  1601000: AUTH,
  // Per second for 1600200. Points come back at a 1,440th of the day's allowance a minute, hence a minute for 1600201.
  1600200: { kind: 'rate-limited', retryAfterMs: 1_000 },
  1600201: { kind: 'rate-limited', retryAfterMs: 60_000 },
  1600100: { kind: 'temporary' },
  1600101: { kind: 'unexpected' },
  1600300: INVALID,
  1602000: { kind: 'not-found', code: 'error_not_found_sku' },
  1602001: { kind: 'not-found', code: 'error_not_found_sku' },
  1602002: { kind: 'rejected', code: 'product_sold_out' },
  1602003: { kind: 'rejected', code: 'product_sold_out' },
  1603000: { kind: 'rejected', code: 'error_checkout_products' },
  1603001: { kind: 'rejected', code: 'error_checkout_products' },
  1603002: OTHER,
  1603003: { kind: 'rejected', code: 'already_exists' },
  1603100: { kind: 'not-found' },
  1603101: { kind: 'rejected', code: 'error_checkout_products' },
  1603102: { kind: 'rejected', code: 'product_out_of_stock' },
  1604000: { kind: 'rejected', code: 'balance_too_low' },
  1604001: OTHER,
  1605000: { kind: 'rejected', code: 'shipping_method_unavailable' },
  1605001: { kind: 'rejected', code: 'shipping_method_unavailable' },
  1605002: { kind: 'rejected', code: 'shipped_country_notfound' },
  1606000: { kind: 'rejected', code: 'already_exists' },
  1606001: INVALID,
  1607000: INVALID,
  1607001: INVALID,
  1607002: INVALID,
  1607003: INVALID,
  1607004: { kind: 'temporary' },
  16900202: INVALID,
  16900203: INVALID,
  16900204: INVALID,
  16900205: INVALID,
  16900403: INVALID,
};

/** 1600000 "system busy" and 1600301 "read timed out" say nothing about what already happened. */
const IN_DOUBT = new Set([1600000, 1600301]);

const ADDRESS_WORDS =
  /shipping(Address|City|Province|Country\b|County|Zip|Phone|CustomerName)|consignee|\bzip\b|address/i;

/** A refusal in CJ's envelope as our error. `effect`: the call changes something, so a doubtful answer is `unknown`. */
export function toError(code: number, message: string, effect: boolean): ConnectorError {
  const detail = `CJ ${code}: ${message}`;
  if (IN_DOUBT.has(code)) return new ConnectorError(effect ? 'unknown' : 'temporary', detail);
  const meaning = MEANING[code] ?? (effect ? { kind: 'unknown' as const } : { kind: 'unexpected' as const });
  if (meaning === INVALID && /order not found/i.test(message)) return new ConnectorError('not-found', detail);
  if (meaning === INVALID && ADDRESS_WORDS.test(message))
    return new ConnectorError('rejected', detail, { code: 'error_save_all_address' });
  return new ConnectorError(meaning.kind, detail, { code: meaning.code, retryAfterMs: meaning.retryAfterMs });
}

/** Envelope codes that say the token is no longer good, while the key behind it may well be. */
export const isStaleToken = (code: number): boolean => code === 1600001 || code === 1600002 || code === 1600030;
