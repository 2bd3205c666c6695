export { readWithPassphrase } from './archive.ts';
export { BackupRefused } from './backup-refused.ts';
export { restoreEmbedded } from './restore-embedded.ts';
export { restoreServer } from './restore-server.ts';
export { runBackup } from './run-backup.ts';
