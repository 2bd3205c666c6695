/** Limits of a JSON body, checked before it is parsed. */
export interface BodyLimits {
  bytes: number;
  /** Elements of all arrays together; an empty array counts as one. */
  items: number;
  /** Properties of all objects together. */
  keys: number;
  /** Nesting depth of arrays and objects. */
  depth: number;
}

const KB = 1024;

/** Sent by anyone and read before the caller is known. */
const PUBLIC: BodyLimits = { bytes: 16 * KB, items: 100, keys: 100, depth: 5 };
const SIGNED_IN: BodyLimits = { bytes: 64 * KB, items: 1_000, keys: 1_000, depth: 8 };
/** Clients may send `{}` where no body is needed. */
const NO_BODY: BodyLimits = { bytes: KB, items: 10, keys: 10, depth: 2 };

const MB = 1024 * KB;

/** A CSV file of products, stock or shipping rates: its content type, bytes, and rows below the header. */
export const CATALOG_FILE = { types: ['text/csv'], most: 20 * MB, rows: 50_000 } as const;
/** A picture of an imported product, uploaded or fetched. */
export const PRODUCT_PICTURE_FILE = { types: ['image/jpeg', 'image/png', 'image/webp'], most: 15 * MB } as const;

/** Highest byte limit a public call may declare. */
export const MOST_PUBLIC_BYTES = 64 * KB;

/** For requests outside the declared calls, and calls with their own API keys. */
export const DEFAULT_BODY_LIMITS = PUBLIC;
export const KEY_HOLDER_BODY_LIMITS = SIGNED_IN;

/** A call's declared limits, or the default for its kind. */
export function getBodyLimits(call: { access: string; body?: unknown; limits?: Partial<BodyLimits> }): BodyLimits {
  const standard = call.body === undefined ? NO_BODY : call.access === 'public' ? PUBLIC : SIGNED_IN;
  return { ...standard, ...call.limits };
}
