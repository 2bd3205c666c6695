import { creditsUsed, DEMO_PLAN, FAMILY_LIMITS, FREE_PLAN, getPlan, type Plan } from '@quayside/contracts';
import { firstIdAt } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { PlanPorts, WorkspaceUsage } from '../ports.ts';
import { findPlan, findWorkspaces, recordedUses } from '../repo.ts';
import { cycleAt } from '../rules/cycle.ts';
import { type FeatureState, planFeatures, type Uses } from '../rules/plan-features.ts';

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

/** What an account did in the running cycle: per workspace, and what is recorded for the account as a whole. */
export interface Done {
  places: ReadonlyMap<string, WorkspaceUsage>;
  /** Workspaces that are not deleted. */
  workspaces: number;
  records: Readonly<Record<string, number>>;
}

/**
 * The plan of an account: its own, that of the demo mode while it is on, else the one that this installation gives to
 * everybody (QUAYSIDE_PLAN), since the account was made.
 */
export async function heldPlan(deps: Deps, accountId: string): Promise<HeldPlan> {
  const account = await deps.db.global((tx) =>
    tx.first<{ created_at: string }>(sql`select created_at from account where account_id = ${accountId}`),
  );
  const { row, demo } = await deps.db.read({ accountId }, async (ex) => ({
    row: await findPlan(ex, accountId),
    demo: await ex.first(sql`select 1 from account_flag where account_id = ${accountId} and flag = 'meta:DEMO_MODE'`),
  }));
  const plan = getPlan(demo ? DEMO_PLAN : (row?.plan_key ?? deps.config.planKey)) ?? (getPlan(FREE_PLAN) as Plan);
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
export async function doneIn(deps: Deps, ports: PlanPorts, accountId: string, held: HeldPlan): Promise<Done> {
  const since = firstIdAt(held.cycle.from);
  const { listed, records } = await deps.db.read({ accountId }, async (ex) => ({
    listed: await findWorkspaces(ex, accountId),
    records: await recordedUses(ex, accountId, since),
  }));
  const places = new Map<string, WorkspaceUsage>();
  for (const { workplace_id: workplaceId } of listed)
    places.set(
      workplaceId,
      await deps.db.read({ accountId, workplaceId }, (ex) => ports.workspaceUsage(ex, workplaceId, since)),
    );
  return { places, records, workspaces: listed.filter((place) => !place.gone).length };
}

/** What was used of a plan. `reserved`: with what is on its way into stores, and will be used when it arrives. */
export function usageState(plan: Plan, done: Done, reserved = false): UsageState {
  const sum = {
    imports: 0,
    listings: 0,
    listed_products: 0,
    standing: 0,
    watched: 0,
    orders: 0,
    pending: 0,
    pending_products: 0,
  };
  for (const one of done.places.values())
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += one[key];
  const uses: Uses = {
    ...done.records,
    PRODUCT_IMPORT: sum.imports,
    PRODUCT_LISTING: sum.standing + (reserved ? sum.pending : 0),
    PRODUCT_TRACKING: sum.watched,
    ORDER_FULFILLMENT: sum.orders,
    WORKSPACE: done.workspaces,
  };
  return {
    features: planFeatures(plan, uses),
    total_credit: plan.credits,
    total_credit_used: creditsUsed({
      imports: sum.imports,
      listings: sum.listings + (reserved ? sum.pending : 0),
      listedProducts: sum.listed_products + (reserved ? sum.pending_products : 0),
      records: done.records,
    }),
  };
}

/** What was used of the plan that an account holds. */
export const getUsage = async (deps: Deps, ports: PlanPorts, accountId: string, held: HeldPlan): Promise<UsageState> =>
  usageState(held.plan, await doneIn(deps, ports, accountId, held));

/** The plan as the call answers it. US dollars are decimals there, as the specification has them. */
export function planAnswer(held: HeldPlan, usage: UsageState, canChoose: boolean) {
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
    can_choose: canChoose,
  };
}
