export { copyChoices } from './actions/copy-choices.ts';
export { ports } from './actions/push-collections.ts';
export { requestCollections } from './actions/read-collections.ts';
export { register } from './register.ts';
