export { askForStorefront } from './actions/ask-for-storefront.ts';
export { register } from './register.ts';
