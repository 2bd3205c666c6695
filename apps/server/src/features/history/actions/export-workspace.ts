import { newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { discardFiles, keepFiles, storeFile } from '../../files/index.ts';
import type { HistoryBatch, WorkspaceHistory } from '../kept.ts';
import { insertExport, readProgress, saveProgress } from '../repo.ts';
import { type HistoryRow, hashIds, isSame, toHistoryFile } from '../rules/history-file.ts';
import { exportBefore } from '../rules/months.ts';

/** The rows changed, or another worker exported them, since they were read. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

const idOf =
  ({ columns }: Pick<WorkspaceHistory, 'columns'>) =>
  (row: HistoryRow): string =>
    String(row[columns[0]]);

/**
 * Writes a batch to a file, then deletes exactly its rows in the transaction that records and keeps the file. After a crash before
 * that, the file is deleted within a day and the rows are exported again. Returns whether the batch was exported.
 */
export async function exportBatch(
  deps: Deps,
  scope: WorkplaceScope,
  history: WorkspaceHistory,
  batch: HistoryBatch,
): Promise<boolean> {
  const { workplaceId } = scope;
  const rowId = idOf(history);
  const file = await storeFile(deps, scope, {
    name: `${history.kind}-${batch.month.slice(0, 7)}`,
    bytes: toHistoryFile(history.columns, batch.rows),
    kind: 'history',
    field: '',
    reserved: true,
  });
  const made = {
    export_id: newId(),
    kind: history.kind,
    month: batch.month,
    entries: batch.rows.length,
    file_id: file.file_id,
    ids_hash: hashIds(batch.rows.map(rowId)),
    exported_at: deps.clock.now(),
  };
  try {
    await deps.db.tenant(scope, async (tx) => {
      if (!history.recordsItself) await insertExport(tx, workplaceId, made);
      const removed = await history.remove(tx, workplaceId, made, batch);
      if (!isSame(rowId, batch.rows, removed)) throw new Outdated();
      if ((await keepFiles(tx, workplaceId, [file.file_id])) !== 1) throw new Outdated();
    });
    return true;
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    await deps.db.tenant(scope, (tx) => discardFiles(tx, workplaceId, [file.file_id], deps.clock.now()));
    return false;
  }
}

/** Batches in a row that changed while they were exported; the next day's run continues. */
const MOST_OUTDATED = 3;

async function exportKind(
  deps: Deps,
  scope: WorkplaceScope,
  history: WorkspaceHistory,
  before: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { workplaceId } = scope;
  let exported = 0;
  let after: HistoryBatch | undefined;
  for (let outdated = 0; outdated < MOST_OUTDATED; ) {
    if (signal?.aborted) return exported;
    const last = after;
    const batch = await deps.db.read(scope, (ex) => history.read(ex, workplaceId, before, last));
    if (!batch) {
      await deps.db.tenant(scope, (tx) => saveProgress(tx, workplaceId, history.kind, before));
      return exported;
    }
    if (await exportBatch(deps, scope, history, batch)) {
      exported += batch.rows.length;
      outdated = 0;
      after = batch;
    } else outdated += 1;
  }
  return exported;
}

/** Exports and deletes what a workspace keeps no longer. Can be repeated, and run by two workers at once. Returns the rows. */
export async function exportWorkspace(
  deps: Deps,
  { accountId, workplaceId }: WorkplaceScope,
  histories: readonly WorkspaceHistory[],
  signal?: AbortSignal,
): Promise<number> {
  const scope = { accountId, workplaceId };
  const progress = await deps.db.read(scope, (ex) => readProgress(ex, workplaceId));
  let exported = 0;
  for (const history of histories) {
    const before = exportBefore(deps.clock.now(), deps.config.keepMonths[history.kind]);
    if (!before || (progress.get(history.kind) ?? '') >= before) continue;
    exported += await exportKind(deps, scope, history, before, signal);
  }
  return exported;
}
