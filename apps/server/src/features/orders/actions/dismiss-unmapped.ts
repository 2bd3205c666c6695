import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { dismissLines, findUnmappedLines } from '../queries/unmapped-lines.ts';

/**
 * Removes products from the list of those sold without a supplier. Their orders still wait for one, and a later order
 * brings a product back. Returns the ids that are removed; the others aren't on the list.
 */
export const dismissUnmapped = (deps: Deps, scope: WorkplaceScope, lineIds: readonly string[]): Promise<string[]> =>
  deps.db.tenant(scope, async (tx) => {
    const found = await findUnmappedLines(tx, scope.workplaceId, lineIds);
    const ids = found.map((one) => one.channel_product_id);
    if (ids.length > 0) {
      await dismissLines(tx, scope.workplaceId, ids);
      await publish(tx, scope.workplaceId, 'orders');
    }
    return ids;
  });
