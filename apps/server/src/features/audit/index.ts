export { auditHistory } from './history.ts';
export { lastEntryAt } from './queries/last-entry.ts';
export { register } from './register.ts';
