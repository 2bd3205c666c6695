import type { AccountHistoryKind, HistoryKind } from '@quayside/contracts';
import type { Executor } from '../../db/index.ts';
import type { NewFile } from './repo.ts';
import type { HistoryRow } from './rules/history-file.ts';

/** Rows of one batch at most. */
export const BATCH = 10_000;

/** Rows of one month that are exported together, oldest first. */
export interface HistoryBatch {
  /** Its first day. */
  month: string;
  rows: readonly HistoryRow[];
}

/** A table whose old rows are exported and then deleted. `tenant` is a workspace or an account. */
export interface KeptHistory<Kind extends string> {
  kind: Kind;
  /** Of the file, in its order; the first one is the row's id. */
  columns: readonly [string, ...string[]];
  /** The oldest rows before a time, at most BATCH of one month. `after`: the batch before this one, of the same run. */
  read(
    ex: Executor,
    tenant: string,
    before: string,
    after: HistoryBatch | undefined,
  ): Promise<HistoryBatch | undefined>;
}

/** Rows that go without a file: nothing in them is missed later, and nothing that can still be undone is deleted. */
export interface OldRows {
  /** The history whose setting decides how long they stay; absent: 30 days. */
  kind?: HistoryKind;
  /** Rows in one transaction. */
  atOnce: number;
  /** Deletes at most `most` rows from before a time, oldest first, and returns how many. */
  remove(tx: Executor, workplaceId: string, before: string, most: number): Promise<number>;
}

export interface WorkspaceHistory extends KeptHistory<HistoryKind> {
  /** `remove` records the export too; otherwise it is recorded before. */
  recordsItself?: true;
  /** Deletes the rows and returns those that were there, as `read` returns them. */
  remove(tx: Executor, workplaceId: string, made: NewFile, batch: HistoryBatch): Promise<HistoryRow[]>;
}

export interface AccountHistory extends KeptHistory<AccountHistoryKind> {
  /** Deletes the rows and returns those that were there, as `read` returns them. The export is recorded already. */
  remove(tx: Executor, accountId: string, exportId: string, batch: HistoryBatch): Promise<HistoryRow[]>;
}
