export { keepReport, requestDecision } from './actions/decide-updates.ts';
export { endedHolds, updateHistory, writtenUpdates } from './history-repo.ts';
export { register } from './register.ts';
export { wantsShipping } from './rule-repo.ts';
