import type { MonitoringSetting } from '@quayside/contracts';
import { sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { writeSetting } from '../setting-repo.ts';
import { makeAllProductsDue } from '../tracked-product-repo.ts';

/** Keeps how a workplace watches its products. Looks that would come later than the new time allows come by it. */
export async function saveSetting(deps: Deps, scope: WorkplaceScope, setting: MonitoringSetting): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    await writeSetting(tx, workplaceId, setting);
    if ((await makeAllProductsDue(tx, workplaceId, setting.every_hours)) === 0) return;
    // A supplier that is left alone for a while stays so: `pauses` says that it is.
    await tx.run(sql`update monitoring_turn t set due_at = least(t.due_at, w.due_at)
      from (select source, mode, min(next_look_at) as due_at from product_watch where workplace_id = ${workplaceId}
        group by source, mode) w
      where t.workplace_id = ${workplaceId} and t.source = w.source and t.mode = w.mode and t.pauses = 0`);
  });
}
