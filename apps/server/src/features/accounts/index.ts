export { createAccount } from './actions/create-account.ts';
export { keepAccount } from './actions/end-account.ts';
export { requireSecondFactor } from './actions/second-factor.ts';
export { openSession } from './actions/sign-in.ts';
export { markStep } from './guideline-steps.ts';
export { userInfo } from './queries/user-info.ts';
export { register } from './register.ts';
