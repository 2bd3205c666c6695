export { matchNewOrders } from './actions/match-lost-orders.ts';
export { resumePurchases } from './actions/resume-purchases.ts';
export { supplierOrdersOf } from './queries/purchases.ts';
export { type PurchasingFeature, register } from './register.ts';
