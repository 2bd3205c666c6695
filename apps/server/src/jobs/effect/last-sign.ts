import { raw, type Sql, sql } from '../../db/index.ts';
import type { Patience } from './pauses.ts';

/**
 * SQL for the last moment at which a call may have been under way for a row: when it was sent, or, where its worker died
 * holding the row, until when that worker may have lived. null: nothing was sent.
 */
export const lastSign = (sentAt: 'sent_at' | 'pay_sent_at', { leaseMs, renewMs }: Patience): Sql =>
  sql`case when ${raw(sentAt)} is not null
    then greatest(${raw(sentAt)}, claimed_until - make_interval(secs => ${(leaseMs - renewMs) / 1000})) end`;
