import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { createCheck, deleteCheck, readHealing, writeHealing } from '../healing-repo.ts';
import { checkMappingsJob } from '../jobs/mapping.ts';
import { lockOpenProposals, setHeld } from '../proposal-repo.ts';
import type { HealingSetting } from '../rules/heal.ts';
import { remapBuyers } from './hold-orders.ts';

/** Saves the setting. Turning checks on starts one; held orders follow the new setting immediately. */
export async function saveHealing(deps: Deps, scope: WorkplaceScope, setting: HealingSetting): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const before = await readHealing(tx, workplaceId);
    await writeHealing(tx, workplaceId, setting);
    const holds = setting.healing !== 'off' && setting.hold_orders;
    const changed = (await lockOpenProposals(tx, workplaceId)).filter((one) => one.held !== holds);
    await setHeld(
      tx,
      workplaceId,
      changed.map((one) => one.proposal_id),
      holds,
    );
    await remapBuyers(tx, deps, scope, changed);
    if (setting.healing === 'off') await deleteCheck(tx, workplaceId);
    else if (before.healing === 'off') {
      await createCheck(tx, workplaceId, accountId);
      await deps.queue.send(tx, checkMappingsJob, { workplaceId });
    }
    await publish(tx, workplaceId, 'products');
  });
}

/** Starts a check now; one that is under way continues. false: checks are off. */
export async function startCheck(deps: Deps, scope: WorkplaceScope): Promise<boolean> {
  const { accountId, workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    if ((await readHealing(tx, workplaceId)).healing === 'off') return false;
    await createCheck(tx, workplaceId, accountId);
    await deps.queue.send(tx, checkMappingsJob, { workplaceId });
    await publish(tx, workplaceId, 'products');
    return true;
  });
}
