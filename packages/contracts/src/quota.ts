/**
 * What a plan allows: the rules of features and credits (document 1, sections 4 to 6 and 9). Pure, and read by the
 * server before it lets something happen and by the screens for what they show.
 */

export { isPermitted, mayChooseStore } from './store-choice.ts';

/** A limit without an end; features may also say -2: document 1, section 9. */
export const UNLIMITED = -1;

/** What a use of a feature costs in credits; `managed` comes on top once for each product imported or listed. */
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
  /** rows: counted from what is there; records: said by who does it; permission: had or not. */
  counted: 'rows' | 'records' | 'permission';
  /** The limit of the plan that it counts against; features that name the same one share it. Absent: credits alone. */
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

/** A feature may be used once more: without limit, or with room below it. */
export const isAllowed = ({ limit, usage }: { limit: number; usage: number }): boolean =>
  isUnlimited(limit) || (limit > 0 && usage < limit);

/** The usage after `amount` more; as before where that would go beyond the limit. */
export const usageAfter = ({ limit, usage }: { limit: number; usage: number }, amount: number): number =>
  isUnlimited(limit) || usage + amount <= limit ? usage + amount : usage;

export interface Credits {
  total_credit: number;
  total_credit_used: number;
}

/** The credits do not suffice: all are used, or what comes costs more than is left. Without end they always do. */
export const isOutOfCredit = ({ total_credit, total_credit_used }: Credits, cost = 0): boolean =>
  total_credit !== UNLIMITED && (total_credit_used >= total_credit || total_credit_used + cost > total_credit);

/** Credits of one use of a feature, with what a product costs that is managed from then on. */
export function costOf(feature: string): number {
  const cost = (CREDIT_COSTS as Record<string, number>)[feature] ?? 0;
  return feature === 'PRODUCT_IMPORT' || feature === 'PRODUCT_LISTING' ? cost + MANAGED_COST : cost;
}

/** Why a use is refused: by the feature's limit first, then by the credits (decision A61). */
export function refusedBy(
  feature: string,
  room: { limit: number; usage: number },
  credits: Credits,
  amount = 1,
): 'limit' | 'credits' | undefined {
  const cost = costOf(feature) * amount;
  if (!isAllowed(room) || usageAfter(room, amount) === room.usage) return 'limit';
  return cost > 0 && isOutOfCredit(credits, cost) ? 'credits' : undefined;
}

/** Credits used in a cycle by what was done in it (decision A44): an import, a product in a store, recorded uses. */
export function creditsUsed(done: {
  imports: number;
  listings: number;
  listedProducts: number;
  records: Readonly<Record<string, number>>;
}): number {
  const recorded = Object.entries(done.records).reduce((sum, [feature, uses]) => sum + uses * costOf(feature), 0);
  return (
    done.imports * (CREDIT_COSTS.PRODUCT_IMPORT + MANAGED_COST) +
    done.listings * CREDIT_COSTS.PRODUCT_LISTING +
    done.listedProducts * MANAGED_COST +
    recorded
  );
}

/** Credits used as a whole percentage of all; 0 where there is nothing to use. */
export const usagePercent = ({ total_credit, total_credit_used }: Credits): number =>
  total_credit > 0 ? Math.round((total_credit_used * 100) / total_credit) : 0;

/** How far the bar of the usage is filled, in percent: never quite empty. */
export function usageBar(credits: Credits): number {
  if (credits.total_credit <= 0) return 3;
  return Math.min(100, Math.max(1, usagePercent(credits)));
}

/** The word for credits without end; so spelled in the specification (decision A03). */
export const UNLIMITED_CREDITS = 'Unlimted';

/** The credits of a plan as a text: without end, or unknown, or their number, which the caller writes in its language. */
export function creditText(mainCredit: number | undefined, write: (credits: number) => string): string {
  if (mainCredit === UNLIMITED) return UNLIMITED_CREDITS;
  return write(mainCredit ?? 0);
}

/** Demo mode is on: its onboarding key is still there and true. */
export const isDemoMode = (remaining: Readonly<Record<string, boolean>>): boolean => remaining.DEMO_MODE === true;
