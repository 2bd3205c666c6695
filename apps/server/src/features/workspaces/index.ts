export { register } from './register.ts';
export { checkCurrency, checkTimeZone } from './rules/settings.ts';
