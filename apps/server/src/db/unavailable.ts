/**
 * Connections that failed or were ended by the server. Sources: PostgreSQL, "Error Codes", classes 08 and 57P; Node, `errno`. 08P01 is left
 * out: PostgreSQL says so of a message that we got wrong, pgbouncer of nearly everything.
 */
const CODES = /^(08(?!P01)|57P0[1-3])|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg and our choice of a host say without a code, and pgbouncer (src/janitor.c, src/client.c, src/objects.c) of a server that is away. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|no primary among|server login has been failing|query_wait_timeout|server conn crashed|server_login_retry|pgbouncer cannot connect|the database system is)/;

/** Whether a statement failed because the database, or the part of it that has the rows, could not be reached. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as { code?: unknown };
  return CODES.test(String(code)) || MESSAGES.test(error.message);
}
