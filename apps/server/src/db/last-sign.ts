import sql, { raw, type Sql } from 'sql-template-tag';

/** How long a worker may hold a row before another one may take over, and how often it says that it still works. */
export interface Lease {
  leaseMs: number;
  renewMs: number;
}

/**
 * SQL for the last moment at which a call may have been under way for a row: when it was sent, or, where its worker died
 * holding the row, until when that worker may have lived. null: nothing was sent.
 */
export const lastSign = (sentAt: string, { leaseMs, renewMs }: Lease): Sql =>
  sql`case when ${raw(sentAt)} is not null
    then greatest(${raw(sentAt)}, claimed_until - make_interval(secs => ${(leaseMs - renewMs) / 1000})) end`;
