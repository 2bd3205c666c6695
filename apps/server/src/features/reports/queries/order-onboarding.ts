import { ORDER_ONBOARDING_STEPS } from '@quayside/contracts';
import { type Executor, sql } from '../../../db/index.ts';

type Step = (typeof ORDER_ONBOARDING_STEPS)[number];

/** Which steps towards the first shipped order a workspace has done. */
export async function orderOnboarding(
  ex: Executor,
  workplaceId: string,
): Promise<{ steps: { step: Step; done: boolean }[]; next: Step | null }> {
  const row = await ex.first<Record<Step, boolean>>(sql`select
    exists (select 1 from store where workplace_id = ${workplaceId} and status <> 'uninstalled') as store,
    exists (select 1 from listing where workplace_id = ${workplaceId} and state = 'listed') as product,
    exists (select 1 from sales_order where workplace_id = ${workplaceId} and not is_sample) as order,
    exists (select 1 from supplier_order where workplace_id = ${workplaceId} and state = 'placed') as place,
    exists (select 1 from shipment where workplace_id = ${workplaceId}) as ship`);
  const steps = ORDER_ONBOARDING_STEPS.map((step) => ({ step, done: row?.[step] ?? false }));
  return { steps, next: steps.find((one) => !one.done)?.step ?? null };
}
