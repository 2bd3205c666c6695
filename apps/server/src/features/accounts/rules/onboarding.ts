import type { ONBOARDING_STEPS } from '@quayside/contracts';

export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** Step order: document 1, section 4. */
const RANKS: Readonly<Record<'usual' | 'v2', Readonly<Record<OnboardingStep, number>>>> = {
  usual: { marketplace_import: 1, pricing: 2, order: 3, normal_import: 4 },
  v2: { marketplace_import: 1, normal_import: 2, order: 3, pricing: 4 },
};

/**
 * Open steps in display order. `v2`: an experiment of the specification, by setting; reinstalled plans keep the usual
 * order.
 */
export function onboardingOrder(
  open: readonly OnboardingStep[],
  { v2, planReinstalled }: { v2: boolean; planReinstalled: boolean },
): OnboardingStep[] {
  const ranks = v2 && !planReinstalled ? RANKS.v2 : RANKS.usual;
  return [...open].sort((a, b) => ranks[a] - ranks[b]);
}

/** Came from a marketplace or a phone without a store, or uses the phone app (decision A22). */
export const isMarketplaceUser = (user: {
  fromMarketplace: boolean;
  fromMobile: boolean;
  inMobileApp: boolean;
  stores: number;
}): boolean => user.inMobileApp || (user.stores === 0 && (user.fromMarketplace || user.fromMobile));

/** Open steps: the plan, an import, an order; the latter two from the quick start. */
export function openSteps(
  done: ReadonlySet<string>,
  { marketplace, withoutPlan }: { marketplace: boolean; withoutPlan: boolean },
): OnboardingStep[] {
  return [
    ...(withoutPlan ? ['pricing' as const] : []),
    ...(done.has('FIND_AND_IMPORT')
      ? []
      : [marketplace ? ('marketplace_import' as const) : ('normal_import' as const)]),
    ...(done.has('PLACE_ORDER') ? [] : ['order' as const]),
  ];
}
