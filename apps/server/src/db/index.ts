export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
export { analyzeGrown } from './analyze-grown.ts';
export { type AppRoleOptions, appRoleName, ensureAppRole } from './app-role.ts';
export { describeDistribution } from './citus/distribute.ts';
export { poolHooks, withClient } from './connection.ts';
export { containing } from './containing.ts';
export { createDb, type DbOptions, type PoolState, poolState } from './create-db.ts';
export {
  isCheckViolation,
  isForbidden,
  isUniqueViolation,
} from './errors.ts';
export type { Actor, Db, Executor, Scope, StoreScope, WorkplaceScope } from './executor.ts';
export { grantSchema } from './grant-schema.ts';
export { type TransactionGuard, withGuard } from './guard.ts';
export { inBatches } from './in-batches.ts';
export { json } from './json.ts';
export { type Lease, lastSign } from './last-sign.ts';
export { migrate } from './migrate.ts';
export { MigrationRefused } from './migration-refused.ts';
export { inTransaction } from './open-work.ts';
export { refuseTransactionPooling } from './pooling.ts';
export { retryDeadlock } from './retry-deadlock.ts';
export { everyoneIn, getWorkplace } from './scope.ts';
export { withStartLock } from './start-lock.ts';
export { allowLong } from './timeouts.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
export { within } from './within.ts';
