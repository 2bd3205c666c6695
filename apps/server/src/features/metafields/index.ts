export { copyMetafields } from './actions/copy-metafields.ts';
export { ports } from './actions/push-metafields.ts';
export { requestDefinitions } from './actions/read-definitions.ts';
export { requestTakenIn } from './actions/read-taken-in.ts';
export { register } from './register.ts';
