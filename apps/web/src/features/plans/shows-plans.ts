/** What decides whether a person is shown the way to plans and their prices. */
export interface PlansFacts {
  isMarketplaceUser: boolean;
  embedded: boolean;
  /** Who takes the money of the plan; null: nobody. */
  provider: string | null;
  onboarding: boolean;
  /** The phone app around us sells nothing. */
  hidesBilling: boolean;
}

/**
 * Whether the way to the plans is shown (rules B106 and B107): not to who came from a marketplace, not during the onboarding,
 * not where the phone app hides what is sold, and not in a shop's admin for a plan that Paddle takes the money of.
 */
export const showsPlans = ({ isMarketplaceUser, embedded, provider, onboarding, hidesBilling }: PlansFacts): boolean =>
  !isMarketplaceUser && !onboarding && !hidesBilling && !(embedded && provider === 'PADDLE');
