import type { ONBOARDING_STEPS } from '@quayside/contracts';

export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** Which step comes first: document 1, section 4. */
const RANKS: Readonly<Record<'usual' | 'v2', Readonly<Record<OnboardingStep, number>>>> = {
  usual: { marketplace_import: 1, pricing: 2, order: 3, normal_import: 4 },
  v2: { marketplace_import: 1, normal_import: 2, order: 3, pricing: 4 },
};

/** The experiment flag of the specification: here everybody imports before anything is said of orders and prices. */
export const ONBOARDING_V2 = true;

/** The open steps in the order in which they are shown; a plan that was installed anew keeps the usual order. */
export function onboardingOrder(
  open: readonly OnboardingStep[],
  { v2, planReinstalled }: { v2: boolean; planReinstalled: boolean },
): OnboardingStep[] {
  const ranks = v2 && !planReinstalled ? RANKS.v2 : RANKS.usual;
  return [...open].sort((a, b) => ranks[a] - ranks[b]);
}

/** Comes from a marketplace or a phone without a store, or sits in the phone's app (decision A22). */
export const isMarketplaceUser = (user: {
  fromMarketplace: boolean;
  fromMobile: boolean;
  inMobileApp: boolean;
  stores: number;
}): boolean => user.inMobileApp || (user.stores === 0 && (user.fromMarketplace || user.fromMobile));

/** What is still open: an import, an order, by the steps of the quick start. The plan is chosen from the start. */
export function openSteps(done: ReadonlySet<string>, marketplace: boolean): OnboardingStep[] {
  return [
    ...(done.has('FIND_AND_IMPORT')
      ? []
      : [marketplace ? ('marketplace_import' as const) : ('normal_import' as const)]),
    ...(done.has('PLACE_ORDER') ? [] : ['order' as const]),
  ];
}
