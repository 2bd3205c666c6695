import { raw } from 'sql-template-tag';
import type { Executor } from './executor.ts';

/** How long PostgreSQL lets a connection work or wait before it cancels the statement, in milliseconds; 0 means no limit. */
export interface Timeouts {
  statement: number;
  /** Waiting for a table, row or advisory lock. */
  lock: number;
  /** Doing nothing while a transaction is open: it holds locks and keeps vacuum from removing dead rows. */
  idleInTransaction: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Every connection has one of these purposes. A limit longer than the application's has its reason beside it. */
export const TIMEOUTS = {
  /** Requests and jobs. They work in batches, so no statement of theirs comes near a minute. */
  app: { statement: MINUTE, lock: 20 * SECOND, idleInTransaction: MINUTE },
  /** LISTEN, NOTIFY and their heartbeat. */
  notify: { statement: 10 * SECOND, lock: 10 * SECOND, idleInTransaction: 10 * SECOND },
  /** pg-boss. Its hourly cleanup deletes a day's finished jobs in one statement, hence the longer statement limit. */
  queue: { statement: 5 * MINUTE, lock: 20 * SECOND, idleInTransaction: MINUTE },
  /** Setup at start and commands: `analyze` and `create database` read or copy whole tables, hence the longer limits. */
  maintenance: { statement: 30 * MINUTE, lock: 30 * SECOND, idleInTransaction: 10 * MINUTE },
  /**
   * A migration may rewrite a table of any size, hence no statement limit. Its lock limit is the shortest of all: every
   * query on the table queues behind a waiting `alter table`, so it gives up early and tries again (migrate.ts).
   */
  migrate: { statement: 0, lock: 3 * SECOND, idleInTransaction: 10 * MINUTE },
} as const satisfies Record<string, Timeouts>;

export type Purpose = keyof typeof TIMEOUTS;

/** Statements of the application that may take longer than its limit, in milliseconds, each with the reason. */
export const LONG_STATEMENTS = {
  /** Removes what one table holds of an account or workspace that has ended: a million orders go in one statement. */
  erase: 14 * MINUTE,
} as const;

/** Lifts the statement limit for the rest of this transaction. */
export async function allowLong(tx: Executor, statement: keyof typeof LONG_STATEMENTS): Promise<void> {
  await tx.run(raw(`set local statement_timeout = ${LONG_STATEMENTS[statement]}`));
}
