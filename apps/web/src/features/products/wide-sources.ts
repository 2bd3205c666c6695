import type { SupplierName } from '@quayside/contracts';

/** The sources of the wide filter, in their order. Source: rule B006, decision A09. */
const WIDE: readonly SupplierName[] = ['quayside', 'aliexpress', 'ebay', 'amazon'];

/** The sources that a product list is filtered by: the four of the wide filter, and what else the workspace is connected with. */
export const wideSources = (connected: readonly SupplierName[] = []): readonly SupplierName[] => [
  ...new Set([...WIDE, ...connected]),
];
