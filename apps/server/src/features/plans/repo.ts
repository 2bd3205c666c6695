import { type Executor, sql } from '../../db/index.ts';

export interface PlanRow {
  /** null: the plan that this installation gives to everybody. */
  plan_key: string | null;
  cycle_days: number;
  started_at: string;
  is_trial: boolean;
  provider_payment: string | null;
  due_since: string | null;
}

export const findPlan = (ex: Executor, accountId: string): Promise<PlanRow | undefined> =>
  ex.first<PlanRow>(sql`select plan_key, cycle_days, started_at, is_trial, provider_payment, due_since
    from account_plan where account_id = ${accountId}`);

/** Makes the account's row where there is none, and holds it: uses are recorded one after another. */
export async function lockPlan(tx: Executor, accountId: string, startedAt: string): Promise<void> {
  await tx.run(sql`insert into account_plan (account_id, started_at) values (${accountId}, ${startedAt})
    on conflict do nothing`);
  await tx.run(sql`select 1 from account_plan where account_id = ${accountId} for update`);
}

/** Gives an account a plan from now on. Billing, and the demo. */
export async function setPlan(tx: Executor, accountId: string, planKey: string): Promise<void> {
  await tx.run(sql`insert into account_plan (account_id, plan_key, started_at) values (${accountId}, ${planKey}, now())
    on conflict (account_id) do update set plan_key = excluded.plan_key, started_at = excluded.started_at,
      updated_at = excluded.updated_at where account_plan.plan_key is distinct from excluded.plan_key`);
}

/** Recorded uses by feature since an id. */
export async function recordedUses(ex: Executor, accountId: string, since: string): Promise<Record<string, number>> {
  const rows = await ex.rows<{ feature: string; uses: number }>(sql`select feature, sum(amount)::int as uses
    from usage_record where account_id = ${accountId} and usage_id >= ${since} group by feature`);
  return Object.fromEntries(rows.map(({ feature, uses }) => [feature, uses]));
}

export const addUse = (
  tx: Executor,
  use: { accountId: string; usageId: string; feature: string; amount: number; usedBy: string },
): Promise<number> =>
  tx.run(sql`insert into usage_record (account_id, usage_id, feature, amount, used_by)
    values (${use.accountId}, ${use.usageId}, ${use.feature}, ${use.amount}, ${use.usedBy})`);

/** Workspaces of an account; deleted ones keep what was done in them. */
export const findWorkspaces = (ex: Executor, accountId: string) =>
  ex.rows<{ workplace_id: string; gone: boolean }>(
    sql`select workplace_id, deleted_at is not null as gone from workplace where account_id = ${accountId}`,
  );
