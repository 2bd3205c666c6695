import type { Client } from 'pg';

/** Connections of the job queue: a worker also fetches, settles, supervises and schedules. */
export const QUEUE_CONNECTIONS = { web: 2, worker: 6 } as const;

/** One for LISTEN, one for NOTIFY. */
const NOTIFICATION_CONNECTIONS = 2;

/** Connections that a process opens under load, as documented in docs/guides/run-on-postgresql.md. */
export const getConnections = (poolSize: number, works: boolean): number =>
  poolSize + NOTIFICATION_CONNECTIONS + (works ? QUEUE_CONNECTIONS.worker : QUEUE_CONNECTIONS.web);

export interface Budget {
  /** Connections that PostgreSQL allows to ordinary logins. */
  allowed: number;
  /** Connections already in use on the whole server. */
  used: number;
}

/** Reads the server's remaining connections over one that does not count itself. */
export async function readBudget(client: Client): Promise<Budget> {
  const { rows } = await client.query<Budget>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int allowed,
           (select count(*)::int from pg_stat_activity where datid is not null and pid <> pg_backend_pid()) used`);
  return rows[0] ?? { allowed: 0, used: 0 };
}

/** A warning that the server may run out of connections; undefined: there are enough. */
export function warnOfBudget({ allowed, used }: Budget, needed: number): string | undefined {
  if (used + needed <= allowed) return undefined;
  return `this process opens up to ${needed} database connections, but PostgreSQL allows ${allowed} and ${used} are in use: raise max_connections or lower QUAYSIDE_POOL`;
}
