export { eraseEntries } from './erase-entries.ts';
export { auditHistory } from './history-repo.ts';
export { lastEntryAt } from './queries/last-entry.ts';
export { register } from './register.ts';
