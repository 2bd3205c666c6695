import { FEATURES, type FeatureId, refusedBy } from '@quayside/contracts';
import { badRequest, firstIdAt, newId } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { PlanPorts } from '../ports.ts';
import { getUsage, heldPlan } from '../queries/current-plan.ts';
import { addUse, lockPlan, recordedUses } from '../repo.ts';
import { quotaRefusal } from '../rules/admission.ts';
import { planFeatures } from '../rules/plan-features.ts';

/**
 * Records uses of a feature that leave no row of their own. Two at once are counted one after the other, so that they
 * cannot both take the last one. Throws USAGE_IS_COUNTED for what is counted from rows, and QUOTA_LIMIT_REACHED or
 * OUT_OF_CREDITS where the plan does not allow it.
 */
export async function recordUsage(
  deps: Deps,
  ports: PlanPorts,
  by: { accountId: string; personId: string },
  feature: FeatureId,
  amount: number,
) {
  if (FEATURES[feature].counted !== 'records') throw badRequest('USAGE_IS_COUNTED', { feature });
  const { accountId } = by;
  const held = await heldPlan(deps, accountId);
  const before = await getUsage(deps, ports, accountId, held);
  const known = before.features[feature].usage;
  return deps.db.tenant({ accountId }, async (tx) => {
    await lockPlan(tx, accountId, held.startedAt);
    // What others recorded since it was counted above.
    const records = await recordedUses(tx, accountId, firstIdAt(held.cycle.from));
    const room = planFeatures(held.plan, records)[feature];
    const credits = {
      total_credit: before.total_credit,
      total_credit_used: before.total_credit_used + (room.usage - known) * room.cost,
    };
    const refusal = refusedBy(feature, room, credits, amount);
    if (refusal) throw quotaRefusal(refusal, feature, room, credits);
    await addUse(tx, { accountId, usageId: newId(), feature, amount, usedBy: by.personId });
    return {
      feature_id: feature,
      limit: room.limit,
      usage: room.usage + amount,
      total_credit_used: credits.total_credit_used + room.cost * amount,
    };
  });
}
