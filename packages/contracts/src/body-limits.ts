/** The largest JSON body that a call accepts. Everything is counted before the body is parsed. */
export interface BodyLimits {
  bytes: number;
  /** Elements of all arrays together; an empty array counts as one. */
  items: number;
  /** Properties of all objects together. */
  keys: number;
  /** Levels of arrays and objects inside one another. */
  depth: number;
}

const KB = 1024;

/** Anyone may send these, so they are read before we know who asks. */
const PUBLIC: BodyLimits = { bytes: 16 * KB, items: 100, keys: 100, depth: 5 };
const SIGNED_IN: BodyLimits = { bytes: 64 * KB, items: 1_000, keys: 1_000, depth: 8 };
/** A client may send `{}` where no body is needed. */
const NO_BODY: BodyLimits = { bytes: KB, items: 10, keys: 10, depth: 2 };

const MB = 1024 * KB;

/** A CSV file of products, stock or shipping rates: its content type, bytes, and rows below the header. */
export const CATALOG_FILE = { types: ['text/csv'], most: 20 * MB, rows: 50_000 } as const;
/** A picture of an imported product, uploaded or fetched. */
export const PRODUCT_PICTURE_FILE = { types: ['image/jpeg', 'image/png', 'image/webp'], most: 15 * MB } as const;

/** A public call may raise its limit in bytes up to this. */
export const MOST_PUBLIC_BYTES = 64 * KB;

/** What requests outside the declared calls may carry, and calls with a key of their own. */
export const DEFAULT_BODY_LIMITS = PUBLIC;
export const KEY_HOLDER_BODY_LIMITS = SIGNED_IN;

/** A call's limits: what it declares, otherwise the default for its kind. */
export function bodyLimitsOf(call: { access: string; body?: unknown; limits?: Partial<BodyLimits> }): BodyLimits {
  const standard = call.body === undefined ? NO_BODY : call.access === 'public' ? PUBLIC : SIGNED_IN;
  return { ...standard, ...call.limits };
}
