/**
 * Plan limits: features and credits (document 1, sections 4 to 6 and 9). Pure; used by the server's checks and the
 * screens.
 */

export { isPermitted, mayChooseStore } from './store-choice.ts';

/** Unlimited; features may also use -2: document 1, section 9. */
export const UNLIMITED = -1;

/** Credits per use of a feature; `managed` is added once for each product imported or listed. */
export const CREDIT_COSTS = {
  PRODUCT_LISTING: 3,
  PRODUCT_IMPORT: 3,
  AI_PRODUCT_CONTENT: 1,
  AI_PRODUCT_SEO: 1,
  AI_IMAGE_GENERATION: 3,
  AI_POD_IMAGE: 3,
  WP_STORE_PRODUCT_COPY: 2,
} as const satisfies Record<string, number>;
export const MANAGED_COST = 1;

export const FEATURE_IDS = [
  'PRODUCT_IMPORT',
  'PRODUCT_LISTING',
  'PRODUCT_TRACKING',
  'ORDER_FULFILLMENT',
  'WORKSPACE',
  'AI_PRODUCT_CONTENT',
  'AI_PRODUCT_SEO',
  'AI_IMAGE_GENERATION',
  'AI_POD_IMAGE',
  'WP_STORE_PRODUCT_COPY',
  'WP_ADD_STORE',
] as const;
export type FeatureId = (typeof FEATURE_IDS)[number];

export interface FeatureRule {
  /** rows: counted from rows; records: recorded by the caller; permission: yes or no. */
  counted: 'rows' | 'records' | 'permission';
  /** The plan limit it counts against, possibly shared. Absent: credits only. */
  limit?: 'listings' | 'tracking' | 'orders' | 'ai' | 'workspaces';
}

export const FEATURES: Readonly<Record<FeatureId, FeatureRule>> = {
  PRODUCT_IMPORT: { counted: 'rows' },
  PRODUCT_LISTING: { counted: 'rows', limit: 'listings' },
  PRODUCT_TRACKING: { counted: 'rows', limit: 'tracking' },
  ORDER_FULFILLMENT: { counted: 'rows', limit: 'orders' },
  WORKSPACE: { counted: 'rows', limit: 'workspaces' },
  AI_PRODUCT_CONTENT: { counted: 'records', limit: 'ai' },
  AI_PRODUCT_SEO: { counted: 'records', limit: 'ai' },
  AI_IMAGE_GENERATION: { counted: 'records', limit: 'ai' },
  AI_POD_IMAGE: { counted: 'records', limit: 'ai' },
  WP_STORE_PRODUCT_COPY: { counted: 'records' },
  WP_ADD_STORE: { counted: 'permission' },
};

export const isUnlimited = (limit: number): boolean => limit === UNLIMITED || limit === -2;

/** Whether one more use fits into the limit. */
export const isAllowed = ({ limit, usage }: { limit: number; usage: number }): boolean =>
  isUnlimited(limit) || (limit > 0 && usage < limit);

/** Usage after `amount` more; unchanged if that would exceed the limit. */
export const usageAfter = ({ limit, usage }: { limit: number; usage: number }, amount: number): number =>
  isUnlimited(limit) || usage + amount <= limit ? usage + amount : usage;

export interface Credits {
  total_credit: number;
  total_credit_used: number;
}

/** Whether credits are exhausted, or the next use costs more than is left. Unlimited credits never are. */
export const isOutOfCredit = ({ total_credit, total_credit_used }: Credits, cost = 0): boolean =>
  total_credit !== UNLIMITED && (total_credit_used >= total_credit || total_credit_used + cost > total_credit);

/** Credits per use of a feature, including a product that becomes managed. */
export function getCost(feature: string): number {
  const cost = (CREDIT_COSTS as Record<string, number>)[feature] ?? 0;
  return feature === 'PRODUCT_IMPORT' || feature === 'PRODUCT_LISTING' ? cost + MANAGED_COST : cost;
}

/** Which limit refuses a use: the feature's first, then credits (decision A61). */
export function refusedBy(
  feature: string,
  room: { limit: number; usage: number },
  credits: Credits,
  amount = 1,
): 'limit' | 'credits' | undefined {
  const cost = getCost(feature) * amount;
  if (!isAllowed(room) || usageAfter(room, amount) === room.usage) return 'limit';
  return cost > 0 && isOutOfCredit(credits, cost) ? 'credits' : undefined;
}

/** Credits used in a cycle (decision A44): imports, listed products, recorded uses. */
export function creditsUsed(done: {
  imports: number;
  listings: number;
  listedProducts: number;
  records: Readonly<Record<string, number>>;
}): number {
  const recorded = Object.entries(done.records).reduce((sum, [feature, uses]) => sum + uses * getCost(feature), 0);
  return (
    done.imports * (CREDIT_COSTS.PRODUCT_IMPORT + MANAGED_COST) +
    done.listings * CREDIT_COSTS.PRODUCT_LISTING +
    done.listedProducts * MANAGED_COST +
    recorded
  );
}

/** Used credits as a whole percentage; 0 without credits. */
export const usagePercent = ({ total_credit, total_credit_used }: Credits): number =>
  total_credit > 0 ? Math.round((total_credit_used * 100) / total_credit) : 0;

/** Fill of the usage bar in percent: never quite empty. */
export function usageBar(credits: Credits): number {
  if (credits.total_credit <= 0) return 3;
  return Math.min(100, Math.max(1, usagePercent(credits)));
}

/** Label of unlimited credits, spelled as in the specification (decision A03). */
export const UNLIMITED_CREDITS = 'Unlimted';

/** A plan's credits as text: unlimited, unknown, or a number formatted by the caller. */
export function creditText(mainCredit: number | undefined, write: (credits: number) => string): string {
  if (mainCredit === UNLIMITED) return UNLIMITED_CREDITS;
  return write(mainCredit ?? 0);
}

/** Whether demo mode is on: its onboarding key is present and true. */
export const isDemoMode = (remaining: Readonly<Record<string, boolean>>): boolean => remaining.DEMO_MODE === true;
