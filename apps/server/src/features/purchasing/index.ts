export { matchNewOrders } from './actions/match-lost-orders.ts';
export { resumePurchases } from './actions/resume-purchases.ts';
export { insertPastPurchases, type PastPurchase, pastPayments, pastPurchaseOfTwo } from './history-repo.ts';
export { findSupplierOrders } from './queries/purchases.ts';
export { findUnshipped } from './queries/unshipped.ts';
export { referenceFor } from './reference.ts';
export { type PurchasingFeature, register } from './register.ts';
export { getPaymentReference } from './rules/reference.ts';
export type { PurchaseLineRow } from './tables.ts';
