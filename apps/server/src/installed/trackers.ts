// Available tracking services, one line each.
export { aftership } from '@quayside/connector-aftership';
export { track17 } from '@quayside/connector-track17';
