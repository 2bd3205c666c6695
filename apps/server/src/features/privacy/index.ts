export { ordersOfSameShopper } from './find-repo.ts';
export { register } from './register.ts';
