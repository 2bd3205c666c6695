export { createStorePrices } from './actions/price-for-store.ts';
export { createImportPrice } from './actions/price-imports.ts';
export { oldPriceBatches } from './history-repo.ts';
export { findRule as findPriceRule } from './price-rule-repo.ts';
export { type FollowedPrice, followCosts } from './queries/follow-costs.ts';
export { type MarketPriceResult, type MarketPrices, marketRule, pricesForMarket } from './queries/market-prices.ts';
export { register } from './register.ts';
