import type { SupplierId } from '@quayside/connector-kit';

/** Suppliers that erase shoppers when we ask (`eraseOrders` of their connectors). The others are named, for a person to ask. */
export const ERASING_SUPPLIERS: readonly SupplierId[] = ['quayside'];
