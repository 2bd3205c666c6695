export { register } from './register.ts';
export { carriedContext } from './repo.ts';
