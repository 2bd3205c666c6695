/** Rows of the plans' table, in groups. */
export const PLAN_GROUPS = [
  { key: 'work', rows: ['credits', 'listings', 'orders', 'ai', 'tracking'] },
  { key: 'room', rows: ['workspaces', 'multiStore'] },
  { key: 'more', rows: ['bulkOrders', 'orderTracking', 'automation', 'cashback'] },
] as const;
export type PlanRow = (typeof PLAN_GROUPS)[number]['rows'][number];
