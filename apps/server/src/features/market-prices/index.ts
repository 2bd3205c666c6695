export { followPrices } from './actions/queue-listings.ts';
export { requestMarkets } from './actions/read-markets.ts';
export { writtenPrices } from './history-repo.ts';
export { register } from './register.ts';
