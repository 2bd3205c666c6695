export { suspendAccount } from './actions/suspend-account.ts';
export { register } from './register.ts';
