export { register } from './register.ts';
export { holdImages } from './repo.ts';
