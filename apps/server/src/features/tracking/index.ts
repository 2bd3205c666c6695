export { register } from './register.ts';
export { moveServices, serviceContext } from './repo.ts';
