import type { Executor } from '../../db/index.ts';

/** What was done in one workspace that a plan counts; see features/reports, which counts it. */
export interface WorkspaceUsage {
  imports: number;
  listings: number;
  listed_products: number;
  standing: number;
  watched: number;
  orders: number;
  pending: number;
  pending_products: number;
}

/** What plans need of features whose rows they count. */
export interface PlanPorts {
  workspaceUsage(ex: Executor, workplaceId: string, since: string): Promise<WorkspaceUsage>;
}
