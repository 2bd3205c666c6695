interface PgError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
}

/** Names that an error gives. Of a worker's error, Citus passes only the text on, where the number of the shard follows the name. */
function namesIn({ constraint, message }: PgError): string[] {
  if (typeof constraint === 'string') return [constraint];
  const quoted = [...String(message).matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  return quoted.map((name) => name.replace(/_\d{6,}$/, ''));
}

function isPgError(err: unknown, code: string, constraint?: string): boolean {
  if (typeof err !== 'object' || err === null) return false;
  const error = err as PgError;
  return error.code === code && (constraint === undefined || namesIn(error).includes(constraint));
}

/** A unique or primary key refused the row; with `constraint`, only the key of that name. */
export function isUniqueViolation(err: unknown, constraint?: string): boolean {
  return isPgError(err, '23505', constraint);
}

/** A check constraint refused the row; with `constraint`, only the check of that name. */
export function isCheckViolation(err: unknown, constraint?: string): boolean {
  return isPgError(err, '23514', constraint);
}

/** Row-level security refused a row of another tenant, or a privilege is missing. */
export function isForbidden(err: unknown): boolean {
  return isPgError(err, '42501');
}

/** PostgreSQL ended the transaction because of a deadlock. */
export function isDeadlock(err: unknown): boolean {
  return isPgError(err, '40P01');
}

/** Skipped because an earlier statement of the transaction failed. */
export function isAborted(err: unknown): boolean {
  return isPgError(err, '25P02');
}
