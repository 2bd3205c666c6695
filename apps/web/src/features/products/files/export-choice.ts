import type { ProductFilter } from '../bulk/bulk-queries.ts';

/** The products of an export: those that match a filter, or the named ones. */
export type ExportChoice = { filter: ProductFilter } | { productIds: readonly string[] };
