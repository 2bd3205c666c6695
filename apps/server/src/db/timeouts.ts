import { raw } from 'sql-template-tag';
import type { Executor } from './executor.ts';

/** Time limits of a connection in milliseconds; 0 means no limit. */
export interface Timeouts {
  statement: number;
  /** Waiting for a table, row or advisory lock. */
  lock: number;
  /** Idle inside a transaction, which holds locks and keeps vacuum from removing dead rows. */
  idleInTransaction: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Every connection has one of these purposes; a limit longer than the application's has its reason beside it. */
export const TIMEOUTS = {
  /** Requests and jobs. They work in batches, so none of their statements comes near a minute. */
  app: { statement: MINUTE, lock: 20 * SECOND, idleInTransaction: MINUTE },
  /** LISTEN, NOTIFY and their heartbeat. */
  notify: { statement: 10 * SECOND, lock: 10 * SECOND, idleInTransaction: 10 * SECOND },
  /** pg-boss. Its hourly cleanup deletes a day of finished jobs in one statement, hence the longer statement limit. */
  queue: { statement: 5 * MINUTE, lock: 20 * SECOND, idleInTransaction: MINUTE },
  /** Setup and commands: `analyze` and `create database` read or copy whole tables, hence the longer limits. */
  maintenance: { statement: 30 * MINUTE, lock: 30 * SECOND, idleInTransaction: 10 * MINUTE },
  /**
   * A migration may rewrite a table of any size, hence no statement limit. Queries on the table queue behind a waiting
   * `alter table`, so the lock limit is short and migrate.ts retries.
   */
  migrate: { statement: 0, lock: 3 * SECOND, idleInTransaction: 10 * MINUTE },
} as const satisfies Record<string, Timeouts>;

export type Purpose = keyof typeof TIMEOUTS;

/** Statements of the application that may exceed its limit, in milliseconds, each with the reason. */
export const LONG_STATEMENTS = {
  /** Deletes one table's rows of an ended account or workspace: a million orders in one statement. */
  erase: 14 * MINUTE,
} as const;

/** Extends the statement limit for the rest of this transaction. */
export async function allowLong(tx: Executor, statement: keyof typeof LONG_STATEMENTS): Promise<void> {
  await tx.run(raw(`set local statement_timeout = ${LONG_STATEMENTS[statement]}`));
}
