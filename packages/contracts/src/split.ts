import { z } from 'zod';

/**
 * When a product has more variants than a store should show in one product, it is split. The rule is pure and lives here
 * because the push panel shows its outcome before anything is sent. Source: rules B255 to B261, decision A14.
 */
export const SPLIT_DEFAULTS = {
  threshold: 100,
  split_logic: 'all',
  split_handle: 'max_variant',
  max_variants_per_product: 100,
  max_create_products: 100,
} as const satisfies SplitOptions;

/** Highest threshold, and highest number of variants per product when that number decides. */
export const SPLIT_CAP = 100;

export interface SplitOptions {
  threshold: number;
  split_logic: 'all' | 'excess';
  split_handle: 'max_variant' | 'max_product';
  max_variants_per_product: number;
  max_create_products: number;
}

/** A typed number: empty, a minus sign or less than 0 becomes 0; above the cap becomes the cap. */
function clamped(typed: string | number, cap: number): number {
  const value = typeof typed === 'number' ? typed : Number.parseInt(typed.trim(), 10);
  if (!Number.isFinite(value) || value < 0) return 0;
  return Math.min(Math.trunc(value), cap);
}

export const clampThreshold = (typed: string | number): number => clamped(typed, SPLIT_CAP);
/** The cap of 100 holds only where this number decides (handle max_variant). */
export const clampMaxVariants = (typed: string | number, handle: SplitOptions['split_handle']): number =>
  clamped(typed, handle === 'max_variant' ? SPLIT_CAP : Number.MAX_SAFE_INTEGER);

const number = z.int().min(0).max(100_000);
/** Values out of range are clamped, as the form does; unknown logic or handle is refused. */
export const splitOptionsSchema = z
  .strictObject({
    threshold: number.default(SPLIT_DEFAULTS.threshold),
    split_logic: z.enum(['all', 'excess']).default(SPLIT_DEFAULTS.split_logic),
    split_handle: z.enum(['max_variant', 'max_product']).default(SPLIT_DEFAULTS.split_handle),
    max_variants_per_product: number.default(SPLIT_DEFAULTS.max_variants_per_product),
    max_create_products: number.default(SPLIT_DEFAULTS.max_create_products),
  })
  .transform((options) => ({
    ...options,
    threshold: clampThreshold(options.threshold),
    max_variants_per_product: clampMaxVariants(options.max_variants_per_product, options.split_handle),
  }));

/** Whether a product is flagged for splitting. */
export const isSplit = (variants: number, options: SplitOptions): boolean => variants > options.threshold;

/** Parts that `pieces` variants make. 0 as a divisor or a maximum counts as 1. */
function partsOf(pieces: number, options: SplitOptions): number {
  if (options.split_handle === 'max_product') return Math.min(pieces, Math.max(1, options.max_create_products));
  return Math.ceil(pieces / Math.max(1, options.max_variants_per_product));
}

/** How many products of the store one product with so many variants becomes. */
export function resultingProducts(variants: number, options: SplitOptions): number {
  if (!isSplit(variants, options)) return 1;
  if (options.split_logic === 'all') return partsOf(variants, options);
  return partsOf(variants - options.threshold, options) + (options.threshold === 0 ? 0 : 1);
}
