import { newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { approveChanges, dismissChanges, insertChanges, lockChanges, markUndone, moveChanges } from '../change-repo.ts';
import { canUndo } from '../rules/can-undo.ts';
import type { ChangeRow } from '../tables.ts';
import { queueChanges } from './queue-changes.ts';

/** By change, a message key. */
export type Refused = Map<string, string>;

const unknown = (ids: readonly string[], rows: readonly ChangeRow[]): Refused => {
  const known = new Set(rows.map((row) => row.change_id));
  return new Map(ids.filter((id) => !known.has(id)).map((id) => [id, 'AUTO_UPDATE_NOT_FOUND']));
};

/**
 * Undoes changes: each former value goes back while the store still holds ours. Changes that can't be undone are returned with
 * the reason while the others continue.
 */
export async function undoChanges(
  deps: Deps,
  scope: WorkplaceScope,
  changeIds: readonly string[],
  by: string,
): Promise<{ changed: string[]; failed: Refused }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const rows = await lockChanges(tx, workplaceId, changeIds);
    const failed = unknown(changeIds, rows);
    for (const row of rows) if (!canUndo(row)) failed.set(row.change_id, 'AUTO_UPDATE_NOT_UNDOABLE');
    const wanted = rows.flatMap((row) =>
      canUndo(row) && row.before
        ? [
            {
              ...row,
              change_id: newId(),
              batch_id: null,
              cause: 'undo' as const,
              rule: 'undo',
              expected: row.after,
              after: row.before,
              facts: null,
              undoes: row.change_id,
              requested_by: by,
              error_key: null,
              state: 'waiting' as const,
            },
          ]
        : [],
    );
    const added = await insertChanges(tx, workplaceId, wanted);
    const undoing = wanted.filter((one) => added.has(one.change_id));
    for (const one of wanted) if (!added.has(one.change_id)) failed.set(one.undoes, 'AUTO_UPDATE_UNDER_WAY');
    await moveChanges(tx, workplaceId, await queueChanges(tx, deps, scope, undoing));
    await markUndone(
      tx,
      workplaceId,
      undoing.map((one) => ({ change_id: one.undoes, undone_by: one.change_id })),
    );
    if (undoing.length > 0) await publish(tx, workplaceId, 'products');
    return { changed: undoing.map((one) => one.undoes), failed };
  });
}

/** Applies or dismisses changes that wait for a person. */
export async function reviewChanges(
  deps: Deps,
  scope: WorkplaceScope,
  changeIds: readonly string[],
  choice: 'apply' | 'dismiss',
  by: string,
): Promise<{ changed: string[]; failed: Refused }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const rows = await lockChanges(tx, workplaceId, changeIds);
    const failed = unknown(changeIds, rows);
    const open = rows.filter((row) => row.state === 'approval');
    for (const row of rows) if (row.state !== 'approval') failed.set(row.change_id, 'AUTO_UPDATE_REVIEWED');
    const ids = open.map((row) => row.change_id);
    if (choice === 'dismiss') await dismissChanges(tx, workplaceId, ids, by);
    else await approveChanges(tx, workplaceId, await queueChanges(tx, deps, scope, open), by);
    if (ids.length > 0) await publish(tx, workplaceId, 'products');
    return { changed: ids, failed };
  });
}
