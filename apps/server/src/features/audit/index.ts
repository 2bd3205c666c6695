export { eraseEntries } from './erase-repo.ts';
export { auditHistory } from './history-repo.ts';
export { lastEntryAt } from './queries/last-entry.ts';
export { register } from './register.ts';
