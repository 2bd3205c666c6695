interface PgError {
  code?: unknown;
  constraint?: unknown;
}

function isPgError(err: unknown, code: string, constraint?: string): boolean {
  if (typeof err !== 'object' || err === null) return false;
  const { code: got, constraint: broken } = err as PgError;
  return got === code && (constraint === undefined || broken === constraint);
}

/** A unique or primary key refused the row; with `constraint`, that very key (PostgreSQL's name of it). */
export function isUniqueViolation(err: unknown, constraint?: string): boolean {
  return isPgError(err, '23505', constraint);
}

/** A check constraint refused the row; with `constraint`, that very check. */
export function isCheckViolation(err: unknown, constraint?: string): boolean {
  return isPgError(err, '23514', constraint);
}

/** Row level security refused to write a row of another tenant, or a privilege is missing. */
export function isForbidden(err: unknown): boolean {
  return isPgError(err, '42501');
}

/** PostgreSQL ended the transaction because it and another waited for each other. */
export function isDeadlock(err: unknown): boolean {
  return isPgError(err, '40P01');
}

/** A statement of the transaction failed before, so this one was not run. */
export function isAborted(err: unknown): boolean {
  return isPgError(err, '25P02');
}
