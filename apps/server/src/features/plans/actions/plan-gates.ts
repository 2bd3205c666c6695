import { FAMILY_LIMITS, type FamilyLimits, firstFamilyWith } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { heldPlan } from '../queries/current-plan.ts';

/** Throws NOT_IN_PLAN, naming the first plan that has it, where an account's plan lacks something. */
async function needs(deps: Deps, accountId: string, has: (limits: FamilyLimits) => boolean): Promise<void> {
  const { plan } = await heldPlan(deps, accountId);
  const first = firstFamilyWith(has);
  if (has(FAMILY_LIMITS[plan.family]) || !first) return;
  throw new AppError('QUOTA_EXPIRED', 'NOT_IN_PLAN', { params: { plan: FAMILY_LIMITS[first].name } });
}

/** Adding workspaces begins with Growth, whatever their number is (decision A07). */
export const mayAddWorkspaces = (deps: Deps, accountId: string): Promise<void> =>
  needs(deps, accountId, (limits) => limits.addWorkspaces);
