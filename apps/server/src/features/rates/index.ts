export { rememberRates } from './actions/remember-rates.ts';
export { readRatesJob } from './jobs/rates.ts';
export { type RateLookup, ratesFor } from './queries/rates-for.ts';
export { register } from './register.ts';
