export { createAccount } from './actions/create-account.ts';
export { openSession } from './actions/sign-in.ts';
export { markStep } from './guideline-steps.ts';
export { register } from './register.ts';
