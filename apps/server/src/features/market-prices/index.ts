export { followPrices } from './actions/queue-listings.ts';
export { requestMarkets } from './actions/read-markets.ts';
export { register } from './register.ts';
