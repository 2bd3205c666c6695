import { z } from 'zod';

/**
 * Splits a product with more variants than a store should show in one product. Pure and shared, because the push panel
 * previews the result. Source: rules B255 to B261, decision A14.
 */
export const SPLIT_DEFAULTS = {
  threshold: 100,
  split_logic: 'all',
  split_handle: 'max_variant',
  max_variants_per_product: 100,
  max_create_products: 100,
} as const satisfies SplitOptions;

/** Maximum threshold, and maximum variants per product where that number decides. */
export const SPLIT_CAP = 100;

export interface SplitOptions {
  threshold: number;
  split_logic: 'all' | 'excess';
  split_handle: 'max_variant' | 'max_product';
  max_variants_per_product: number;
  max_create_products: number;
}

/** Clamps an entered number: empty, a minus sign or negative becomes 0; above the cap becomes the cap. */
function clamped(typed: string | number, cap: number): number {
  const value = typeof typed === 'number' ? typed : Number.parseInt(typed.trim(), 10);
  if (!Number.isFinite(value) || value < 0) return 0;
  return Math.min(Math.trunc(value), cap);
}

export const clampThreshold = (typed: string | number): number => clamped(typed, SPLIT_CAP);
/** The cap of 100 applies only with handle max_variant. */
export const clampMaxVariants = (typed: string | number, handle: SplitOptions['split_handle']): number =>
  clamped(typed, handle === 'max_variant' ? SPLIT_CAP : Number.MAX_SAFE_INTEGER);

/** Most products that one may be split into. */
export const MOST_PARTS = 100_000;

const number = z.int().min(0).max(MOST_PARTS);
export const splitOptionsShape = {
  threshold: number.default(SPLIT_DEFAULTS.threshold),
  split_logic: z.enum(['all', 'excess']).default(SPLIT_DEFAULTS.split_logic),
  split_handle: z.enum(['max_variant', 'max_product']).default(SPLIT_DEFAULTS.split_handle),
  max_variants_per_product: number.default(SPLIT_DEFAULTS.max_variants_per_product),
  max_create_products: number.default(SPLIT_DEFAULTS.max_create_products),
};
/** Clamps values out of range like the form; refuses an unknown logic or handle. */
export const splitOptionsSchema = z.strictObject(splitOptionsShape).transform((options) => ({
  ...options,
  threshold: clampThreshold(options.threshold),
  max_variants_per_product: clampMaxVariants(options.max_variants_per_product, options.split_handle),
}));

/** Whether a product needs splitting. */
export const isSplit = (variants: number, options: SplitOptions): boolean => variants > options.threshold;

/** Number of parts for `pieces` variants. 0 as a divisor or maximum counts as 1. */
function partsOf(pieces: number, options: SplitOptions): number {
  if (options.split_handle === 'max_product') return Math.min(pieces, Math.max(1, options.max_create_products));
  return Math.ceil(pieces / Math.max(1, options.max_variants_per_product));
}

/** How many store products a product with this many variants becomes. */
export function resultingProducts(variants: number, options: SplitOptions): number {
  if (!isSplit(variants, options)) return 1;
  if (options.split_logic === 'all') return partsOf(variants, options);
  return partsOf(variants - options.threshold, options) + (options.threshold === 0 ? 0 : 1);
}
