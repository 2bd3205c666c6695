import { type Credits, type FeatureId, getCost, isUnlimited, UNLIMITED } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';

export interface Room {
  limit: number;
  usage: number;
}

/** How many more uses a limit allows; none where it is 0 or reached. */
export const roomLeft = ({ limit, usage }: Room): number =>
  isUnlimited(limit) ? Number.POSITIVE_INFINITY : Math.max(0, limit - usage);

/** How many credits are left. */
export const creditsLeft = ({ total_credit, total_credit_used }: Credits): number =>
  total_credit === UNLIMITED ? Number.POSITIVE_INFINITY : Math.max(0, total_credit - total_credit_used);

/** How many uses of a feature a plan still allows, and which of the two says no to more: the limit first (decision A61). */
export function fitting(feature: string, room: Room, credits: Credits): { fits: number; by: 'limit' | 'credits' } {
  const byLimit = roomLeft(room);
  const cost = getCost(feature);
  const byCredits = cost === 0 ? Number.POSITIVE_INFINITY : Math.floor(creditsLeft(credits) / cost);
  return byLimit <= byCredits ? { fits: byLimit, by: 'limit' } : { fits: byCredits, by: 'credits' };
}

/** A plan is used beyond what it allows. */
export const isOver = (room: Room, credits: Credits): 'limit' | 'credits' | undefined => {
  if (!isUnlimited(room.limit) && room.usage > room.limit) return 'limit';
  return credits.total_credit !== UNLIMITED && credits.total_credit_used > credits.total_credit ? 'credits' : undefined;
};

/**
 * The specification's key for a refusal, sent beside our own code. Source: rules B235 and B307. Which of the two import keys
 * means which limit is our reading: credits are the account's, the limit is the feature's.
 */
function quotaKey(by: 'limit' | 'credits', feature: FeatureId): string {
  if (feature === 'PRODUCT_LISTING') return 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT';
  return by === 'limit' ? 'EXCEED_QUOTA_LIMIT' : 'SYSTEM_QUOTA_EXCEEDED';
}

/** The refusal of the plan, as the calls answer it: body status 401 (rule B122), naming what says no and how much is used. */
export const quotaRefusal = (by: 'limit' | 'credits', feature: FeatureId, room: Room, credits: Credits): AppError =>
  new AppError('QUOTA_EXPIRED', by === 'limit' ? 'QUOTA_LIMIT_REACHED' : 'OUT_OF_CREDITS', {
    params: { limit: room.limit, usage: room.usage, credits: credits.total_credit },
    data: { error_code: quotaKey(by, feature), feature, by, limit: room.limit, usage: room.usage },
  });
