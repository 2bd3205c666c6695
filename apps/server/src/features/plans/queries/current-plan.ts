import { creditsUsed, DEMO_PLAN, FAMILY_LIMITS, FREE_PLAN, type Plan, planOf } from '@quayside/contracts';
import { firstIdAt } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { PlanPorts } from '../ports.ts';
import { findPlan, recordedUses, workspacesOf } from '../repo.ts';
import { cycleAt } from '../rules/cycle.ts';
import { type FeatureState, planFeatures, type Uses } from '../rules/plan-features.ts';

/**
 * Limits are shown, and refuse nothing, as long as there is no way to buy more: a wall without a door would stop an
 * owner's work. Billing switches this on.
 */
export const ENFORCED = false;

export interface HeldPlan {
  plan: Plan;
  cycleDays: number;
  isTrial: boolean;
  provider: string | null;
  isDue: boolean;
  /** When the first cycle began, as ISO-8601. */
  startedAt: string;
  /** The running cycle in Unix milliseconds. */
  cycle: { from: number; to: number };
}

export interface UsageState {
  features: Record<string, FeatureState> & ReturnType<typeof planFeatures>;
  total_credit: number;
  total_credit_used: number;
}

/** The plan of an account: its own, that of the demo mode while it is on, else the free one since it was made. */
export async function heldPlan(deps: Deps, accountId: string): Promise<HeldPlan> {
  const account = await deps.db.global((tx) =>
    tx.first<{ created_at: string }>(sql`select created_at from account where account_id = ${accountId}`),
  );
  const { row, demo } = await deps.db.read({ accountId }, async (ex) => ({
    row: await findPlan(ex, accountId),
    demo: await ex.first(sql`select 1 from account_flag where account_id = ${accountId} and flag = 'meta:DEMO_MODE'`),
  }));
  const plan = planOf(demo ? DEMO_PLAN : (row?.plan_key ?? FREE_PLAN)) ?? (planOf(FREE_PLAN) as Plan);
  const startedAt = row?.started_at ?? account?.created_at ?? deps.clock.now();
  const cycleDays = row?.cycle_days ?? 30;
  return {
    plan,
    cycleDays,
    isTrial: row?.is_trial ?? false,
    provider: row?.provider_payment ?? null,
    isDue: row?.due_since != null,
    startedAt,
    cycle: cycleAt(Date.parse(startedAt), cycleDays, deps.clock.millis()),
  };
}

/** Counts what an account did in the cycle, over all its workspaces, from the rows that it left. */
export async function usageOf(deps: Deps, ports: PlanPorts, accountId: string, held: HeldPlan): Promise<UsageState> {
  const since = firstIdAt(held.cycle.from);
  const { places, records } = await deps.db.read({ accountId }, async (ex) => ({
    places: await workspacesOf(ex, accountId),
    records: await recordedUses(ex, accountId, since),
  }));
  const sum = { imports: 0, listings: 0, listed_products: 0, standing: 0, orders: 0 };
  for (const { workplace_id: workplaceId } of places) {
    const one = await deps.db.read({ accountId, workplaceId }, (ex) => ports.workspaceUsage(ex, workplaceId, since));
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += one[key];
  }
  const uses: Uses = {
    ...records,
    PRODUCT_IMPORT: sum.imports,
    PRODUCT_LISTING: sum.standing,
    ORDER_FULFILLMENT: sum.orders,
    WORKSPACE: places.filter((place) => !place.gone).length,
  };
  return {
    features: planFeatures(held.plan, uses),
    total_credit: held.plan.credits,
    total_credit_used: creditsUsed({
      imports: sum.imports,
      listings: sum.listings,
      listedProducts: sum.listed_products,
      records,
    }),
  };
}

/** The plan as the call answers it. US dollars are decimals there, as the specification has them. */
export function planAnswer(held: HeldPlan, usage: UsageState) {
  const { plan } = held;
  const price = plan.price / 100;
  return {
    package: {
      key: plan.key,
      price,
      cycle: held.cycleDays,
      modules: [
        {
          type: 'CREDIT' as const,
          key: plan.key,
          name: plan.name,
          price,
          is_legacy: plan.legacy ?? false,
          main_credit: plan.credits,
        },
      ],
      features: usage.features,
    },
    name: plan.name,
    price,
    provider_payment: held.provider,
    total_credit: usage.total_credit,
    total_credit_used: usage.total_credit_used,
    is_trial: held.isTrial,
    order_cashback: FAMILY_LIMITS[plan.family].cashback,
    next_billing_time: plan.price > 0 && held.provider ? new Date(held.cycle.to).toISOString() : null,
    resets_at: new Date(held.cycle.to).toISOString(),
    enforced: ENFORCED,
  };
}
