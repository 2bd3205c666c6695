export { dropEnhancements } from './actions/drop-enhancements.ts';
export { register } from './register.ts';
