export { keepReport, requestDecision } from './actions/decide-updates.ts';
export { register } from './register.ts';
export { wantsShipping } from './rule-repo.ts';
