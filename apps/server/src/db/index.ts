export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
export { createDb, type DbOptions } from './create-db.ts';
export {
  isCheckViolation,
  isForbidden,
  isForeignKeyViolation,
  isSerializationFailure,
  isUniqueViolation,
} from './errors.ts';
export type { Db, Executor, Scope } from './executor.ts';
export { json } from './json.ts';
export { inTransaction } from './open-work.ts';
