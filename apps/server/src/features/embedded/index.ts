export { getFrame } from './actions/frame.ts';
export { register } from './register.ts';
