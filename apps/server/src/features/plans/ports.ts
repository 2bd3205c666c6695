import type { Executor } from '../../db/index.ts';

/** What plans need of features whose rows they count. */
export interface PlanPorts {
  workspaceUsage(
    ex: Executor,
    workplaceId: string,
    since: string,
  ): Promise<{ imports: number; listings: number; listed_products: number; standing: number; orders: number }>;
}
