export { register } from './register.ts';
export { moveServices } from './repo.ts';
