// Available suppliers, one line each.
export { cj } from '@quayside/connector-cj';
export { quayside } from '@quayside/connector-quayside';
