export { migrationContext } from './migration-repo.ts';
export { refuseWhileTransferring } from './queries/open-transfers.ts';
export { register } from './register.ts';
