import type { StatusName } from '@quayside/kernel';

export interface PushFacts {
  activeStores: number;
  isMarketplaceUser: boolean;
  demoMode: boolean;
  /** Whether the plan allows more listings; undefined: no plan limits them here. */
  listingQuotaLeft?: boolean;
  /** Whether the plan's credits suffice for one more listing. */
  creditsLeft?: boolean;
}

export interface GateRefusal {
  status: StatusName;
  code: string;
}

/**
 * Why nothing may be pushed, in the order in which people are told (decision A48): no store to push to, then the demo,
 * then the plan. Source: rules B250 to B252.
 */
export function pushGate(facts: PushFacts): GateRefusal | undefined {
  if (facts.activeStores === 0 || facts.isMarketplaceUser) return { status: 'BAD_REQUEST', code: 'PUSH_NEEDS_STORE' };
  if (facts.demoMode) return { status: 'FORBIDDEN', code: 'DEMO_MODE' };
  if (facts.listingQuotaLeft === false) return { status: 'QUOTA_EXPIRED', code: 'QUOTA_EXPIRED' };
  if (facts.creditsLeft === false) return { status: 'QUOTA_EXPIRED', code: 'OUT_OF_CREDITS' };
  return undefined;
}
