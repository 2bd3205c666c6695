export { readWithPassphrase } from './archive.ts';
export { BackupRefused } from './backup-refused.ts';
export { isDue, isLate } from './due.ts';
export { restoreEmbedded } from './restore-embedded.ts';
export { restoreServer } from './restore-server.ts';
export { runBackup } from './run-backup.ts';
export { type BackupRun, findRuns, readTimes } from './run-repo.ts';
