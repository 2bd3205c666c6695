export { readWithPassphrase } from './archive.ts';
export { BackupRefused } from './backup-refused.ts';
export { keepWal, stopKeepingWal } from './keep-wal.ts';
export { replaceDatabase } from './replace-database.ts';
export { restoreEmbedded, restoreUntil } from './restore-embedded.ts';
export { restoreServer } from './restore-server.ts';
export { runBackup } from './run-backup.ts';
