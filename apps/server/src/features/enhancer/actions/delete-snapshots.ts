import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { setProcess } from '../../processes/index.ts';
import { deleteEnhancements, lockEnhancements } from '../repo.ts';

/**
 * Deletes enhancements with their snapshots. Running ones are kept and returned with the reason; stuck ones are
 * deleted.
 */
export async function deleteSnapshots(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<{ deleted: string[]; failed: Map<string, string> }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const held = await lockEnhancements(tx, workplaceId, ids);
    const failed = new Map<string, string>();
    for (const id of ids) {
      const row = held.find((one) => one.enhancement_id === id);
      if (!row) failed.set(id, 'ENHANCEMENT_NOT_FOUND');
      else if ((row.state === 'queued' || row.state === 'writing') && !row.is_stuck)
        failed.set(id, 'ENHANCEMENT_AT_WORK');
    }
    const gone = held.filter((row) => !failed.has(row.enhancement_id));
    await deleteEnhancements(tx, workplaceId, gone);
    for (const { is_stuck, process_id: id } of gone)
      if (is_stuck)
        await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'ENHANCEMENT_FAILED' } });
    return { deleted: gone.map((row) => row.enhancement_id), failed };
  });
}
