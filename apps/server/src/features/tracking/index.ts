export { endServices } from './actions/connect-service.ts';
export { register } from './register.ts';
export { followAgain, moveServices, serviceContext } from './repo.ts';
