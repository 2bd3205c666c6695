import { newId } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { AccountHistory, HistoryBatch } from '../kept.ts';
import { insertAccountExport } from '../repo.ts';
import { hashIds, isSame, toHistoryFile } from '../rules/history-file.ts';
import { exportBefore } from '../rules/months.ts';

/** Records a batch with its file and deletes its rows, in one transaction. false: another worker did, or the rows changed. */
async function exportBatch(
  deps: Deps,
  accountId: string,
  history: AccountHistory,
  batch: HistoryBatch,
): Promise<boolean> {
  const rowId = (row: HistoryBatch['rows'][number]) => String(row[history.columns[0]]);
  const exportId = newId();
  const same = new Error('rows changed since they were read');
  try {
    await deps.db.tenant({ accountId }, async (tx) => {
      await insertAccountExport(tx, accountId, {
        export_id: exportId,
        kind: history.kind,
        month: batch.month,
        entries: batch.rows.length,
        content: toHistoryFile(history.columns, batch.rows),
        ids_hash: hashIds(batch.rows.map(rowId)),
        exported_at: deps.clock.now(),
      });
      if (!isSame(rowId, batch.rows, await history.remove(tx, accountId, exportId, batch))) throw same;
    });
    return true;
  } catch (error) {
    if (error !== same) throw error;
    return false;
  }
}

/** Exports and deletes what an account keeps no longer. Returns the rows. */
export async function exportAccountHistory(
  deps: Deps,
  accountId: string,
  histories: readonly AccountHistory[],
  signal?: AbortSignal,
): Promise<number> {
  let exported = 0;
  for (const history of histories) {
    const before = exportBefore(deps.clock.now(), deps.config.keepMonths[history.kind]);
    while (before && !signal?.aborted) {
      const batch = await deps.db.read({ accountId }, (ex) => history.read(ex, accountId, before, undefined));
      if (!batch || !(await exportBatch(deps, accountId, history, batch))) break;
      exported += batch.rows.length;
    }
  }
  return exported;
}
