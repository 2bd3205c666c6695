import sql, { raw, type Sql } from 'sql-template-tag';

/** How long a worker may hold a row without a sign of life, and how often it renews. */
export interface Lease {
  leaseMs: number;
  renewMs: number;
}

/**
 * SQL for the latest moment at which a call may have been running for a row: when it was sent, or when the lease of its
 * dead worker ended. null: nothing was sent.
 */
export const lastSign = (sentAt: string, { leaseMs, renewMs }: Lease): Sql =>
  sql`case when ${raw(sentAt)} is not null
    then greatest(${raw(sentAt)}, claimed_until - make_interval(secs => ${(leaseMs - renewMs) / 1000})) end`;
