export { requestStorefront } from './actions/request-storefront.ts';
export { register } from './register.ts';
