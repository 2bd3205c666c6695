import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { deleteEnhancements, lockEnhancements } from '../repo.ts';

/** Puts enhancements away with their snapshots. What is being written stays, and is answered with the reason. */
export async function deleteSnapshots(
  deps: Deps,
  scope: Required<Scope>,
  ids: readonly string[],
): Promise<{ deleted: string[]; failed: Map<string, string> }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const held = await lockEnhancements(tx, workplaceId, ids);
    const failed = new Map<string, string>();
    for (const id of ids) {
      const row = held.find((one) => one.enhancement_id === id);
      if (!row) failed.set(id, 'ENHANCEMENT_NOT_FOUND');
      else if (row.state === 'queued' || row.state === 'writing') failed.set(id, 'ENHANCEMENT_RUNNING');
    }
    const gone = held.filter((row) => !failed.has(row.enhancement_id));
    await deleteEnhancements(tx, workplaceId, gone);
    return { deleted: gone.map((row) => row.enhancement_id), failed };
  });
}
