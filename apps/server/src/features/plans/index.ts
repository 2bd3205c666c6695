import { contracts, FREE_PLAN, getPlan, may, type Plan, refusedBy } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { recordUsage } from './actions/record-usage.ts';
import type { PlanPorts } from './ports.ts';
import { getUsage, type HeldPlan, heldPlan, planAnswer } from './queries/current-plan.ts';
import { setPlan } from './repo.ts';
import { planFeatures } from './rules/plan-features.ts';

export { hasOrderTracking, mayAddWorkspaces, needsOrderTracking } from './actions/plan-gates.ts';
export { recordUse } from './actions/record-use.ts';
export { usageHistory } from './history-repo.ts';
export { heldPlan } from './queries/current-plan.ts';
export { type Admission, createQuota, type Quota } from './quota.ts';
export { setPlan };

/** The header `app` of the researcher app, which is no part of this installation: its plan is the free one, unused. */
const RESEARCHER_APP = 'AH';

/** Plans, quota and usage. Nothing is sold here. */
export function register(deps: Deps, ports: PlanPorts): Feature {
  const calls = contracts.plans;
  const stateOf = async (accountId: string) => {
    const held = await heldPlan(deps, accountId);
    return { held, usage: await getUsage(deps, ports, accountId, held) };
  };
  /** Where a payment provider is paid for the plan it is changed there. */
  const canChoose = (provider: string | null): boolean => deps.config.plansAreFree && provider === null;
  const current = async (who: Who) => {
    const { held, usage } = await stateOf(who.scope.accountId);
    return planAnswer(held, usage, canChoose(held.provider) && may(who, 'wallet.policy'));
  };
  return {
    jobs: [],
    routes(app) {
      route(app, calls.current, async (_input, who) => {
        if (who.app === RESEARCHER_APP) {
          const plan = getPlan(FREE_PLAN) as Plan;
          const held: HeldPlan = { ...(await heldPlan(deps, who.scope.accountId)), plan, provider: null };
          const unused = { features: planFeatures(plan, {}), total_credit: plan.credits, total_credit_used: 0 };
          return planAnswer(held, unused, false);
        }
        return current(who);
      });

      route(app, calls.choose, async ({ body }, who) => {
        const { accountId } = who.scope;
        if (!canChoose((await heldPlan(deps, accountId)).provider))
          throw new AppError('FORBIDDEN', 'PLAN_NOT_CHOSEN_HERE');
        await deps.db.tenant({ accountId }, (tx) => setPlan(tx, accountId, body.plan_key));
        return current(who);
      });

      route(app, calls.calcUsage, async ({ body }, who) => {
        const { usage } = await stateOf(who.scope.accountId);
        const feature = body.feature_id;
        if (!feature) return { ...usage, check: null };
        const state = usage.features[feature];
        const refusal = refusedBy(feature, state, usage, body.usage_amount);
        const { limit, usage: used, cost } = state;
        const check = { feature_id: feature, allowed: !refusal, refused_by: refusal ?? null, limit, usage: used, cost };
        return { ...usage, check };
      });

      route(app, calls.updateUsage, ({ body }, who) =>
        recordUsage(
          deps,
          ports,
          { accountId: who.scope.accountId, personId: who.account.id },
          body.feature_id,
          body.usage_amount,
        ),
      );
    },
  };
}
