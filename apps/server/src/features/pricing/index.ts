export { createStorePrices } from './actions/price-for-store.ts';
export { createImportPrice } from './actions/price-imports.ts';
export { findRule as findPriceRule } from './price-rule-repo.ts';
export { register } from './register.ts';
