import {
  FAMILY_LIMITS,
  FEATURE_IDS,
  FEATURES,
  type FeatureId,
  getCost,
  type Plan,
  UNLIMITED,
} from '@quayside/contracts';

/** Uses in the cycle, by feature; for listings and workspaces what there is now. */
export type Uses = Readonly<Partial<Record<FeatureId, number>>>;

export interface FeatureState {
  limit: number;
  usage: number;
  module_type: 'CREDIT';
  type: 'quota' | 'permission';
  cost: number;
}

function limitOf(plan: Plan, feature: FeatureId): number {
  const limits = FAMILY_LIMITS[plan.family];
  if (feature === 'WP_ADD_STORE') return limits.multiStore ? UNLIMITED : 0;
  const { limit } = FEATURES[feature];
  return limit ? limits[limit] : UNLIMITED;
}

/** Features that share a limit are used up together: all uses of AI count against one. */
function usageOf(feature: FeatureId, uses: Uses): number {
  if (FEATURES[feature].limit !== 'ai') return uses[feature] ?? 0;
  return FEATURE_IDS.filter((one) => FEATURES[one].limit === 'ai').reduce((sum, one) => sum + (uses[one] ?? 0), 0);
}

/** What a plan allows of each feature, and what was used of it. */
export function planFeatures(plan: Plan, uses: Uses): Record<FeatureId, FeatureState> {
  const states = FEATURE_IDS.map((feature): [FeatureId, FeatureState] => [
    feature,
    {
      limit: limitOf(plan, feature),
      usage: usageOf(feature, uses),
      module_type: 'CREDIT',
      type: FEATURES[feature].counted === 'permission' ? 'permission' : 'quota',
      cost: getCost(feature),
    },
  ]);
  return Object.fromEntries(states) as Record<FeatureId, FeatureState>;
}
