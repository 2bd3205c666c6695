export { requestLocations } from './actions/read-locations.ts';
export { register } from './register.ts';
