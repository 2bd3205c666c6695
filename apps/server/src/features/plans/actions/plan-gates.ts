import { FAMILY_LIMITS, type FamilyLimits, firstFamilyWith } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { heldPlan } from '../queries/current-plan.ts';

/** Throws NOT_IN_PLAN (or `key`), naming the first plan that has it, where an account's plan lacks something. */
async function needs(
  deps: Deps,
  accountId: string,
  has: (limits: FamilyLimits) => boolean,
  key = 'NOT_IN_PLAN',
): Promise<void> {
  const { plan } = await heldPlan(deps, accountId);
  const first = firstFamilyWith(has);
  if (has(FAMILY_LIMITS[plan.family]) || !first) return;
  throw new AppError('QUOTA_EXPIRED', key, { params: { plan: FAMILY_LIMITS[first].name } });
}

/** Adding workspaces begins with Growth, whatever their number is (decision A07). */
export const mayAddWorkspaces = (deps: Deps, accountId: string): Promise<void> =>
  needs(deps, accountId, (limits) => limits.addWorkspaces);

/** The brand on the tracking page begins with Growth (rule B407). */
export const needsOrderTracking = (deps: Deps, accountId: string): Promise<void> =>
  needs(deps, accountId, (limits) => limits.orderTracking, 'ORDER_TRACKING_NOT_IN_PLAN');

/** Whether an account's plan has the brand on the tracking page (rule B407). */
export const hasOrderTracking = async (deps: Deps, accountId: string): Promise<boolean> =>
  FAMILY_LIMITS[(await heldPlan(deps, accountId)).plan.family].orderTracking;
