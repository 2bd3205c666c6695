export { createAccount } from './actions/create-account.ts';
export { keepAccount } from './actions/end-account.ts';
export { findLink, type Link, linkUrl, makeLink, useLink } from './actions/links.ts';
export { pace } from './actions/pace.ts';
export { requireSecondFactor } from './actions/second-factor.ts';
export { openSession } from './actions/sign-in.ts';
export { markStep } from './guideline-steps.ts';
export { userInfo } from './queries/user-info.ts';
export { register } from './register.ts';
