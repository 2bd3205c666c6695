import type { World } from '../core/world.ts';
import type { ShopSeed } from './model.ts';

/** Points a second by plan. Source: Shopify, GraphQL Admin API rate limits. The bucket holds 20 seconds' worth. */
const RATES: Record<ShopSeed['plan'], number> = { Standard: 100, Advanced: 200, Plus: 1000 };
const BUCKET_SECONDS = 20;
export const MOST_POINTS = 1000;

export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

interface Bucket {
  points: number;
  at: number;
  /** Points that requests have cost since the start. */
  spent: number;
  rate: number;
}

/** The setting of POST /control/settings that moves a shop to another plan. */
export const planSetting = (shop: string): string => `shopify.plan.${shop}`;

/** A shop's plan: the one it came with, or the one its owner moved to. */
export function planOf({ setting }: Pick<World, 'setting'>, { plan, shop }: ShopSeed): ShopSeed['plan'] {
  const chosen = setting(planSetting(shop));
  return chosen === 'Standard' || chosen === 'Advanced' || chosen === 'Plus' ? chosen : plan;
}

/** One leaky bucket per app and shop, restored in real time: the sandbox's fast clock must not lift a limit. */
export function createThrottle(world: Pick<World, 'setting'>, now: () => number = Date.now) {
  const buckets = new Map<string, Bucket>();
  const look = (key: string, rate: number): Bucket => {
    const size = rate * BUCKET_SECONDS;
    const bucket = buckets.get(key) ?? { points: size, at: now(), spent: 0, rate };
    bucket.points = Math.min(size, bucket.points + ((now() - bucket.at) * rate) / 1000);
    bucket.at = now();
    bucket.rate = rate;
    buckets.set(key, bucket);
    return bucket;
  };
  const rateOf = (shop: ShopSeed): number => RATES[planOf(world, shop)];
  const keyOf = (shop: ShopSeed, clientId: string): string => `${shop.shop} ${clientId}`;
  return {
    /** Takes the points of a request; false, and takes nothing, when they are not there. */
    take(shop: ShopSeed, clientId: string, cost: number): boolean {
      const bucket = look(keyOf(shop, clientId), rateOf(shop));
      if (bucket.points < cost) return false;
      bucket.points -= cost;
      bucket.spent += cost;
      return true;
    },
    /** Gives back what a request asked for and did not use. */
    giveBack(shop: ShopSeed, clientId: string, points: number): void {
      const rate = rateOf(shop);
      const bucket = look(keyOf(shop, clientId), rate);
      bucket.points = Math.min(rate * BUCKET_SECONDS, bucket.points + Math.max(0, points));
      bucket.spent -= Math.max(0, points);
    },
    /** What each app has used of each shop so far, how much it may use a second, and what is left just now. */
    spent: () =>
      [...buckets].map(([key, { spent, rate }]) => {
        const [shop = '', clientId = ''] = key.split(' ');
        return { shop, clientId, spent, rate, left: Math.floor(look(key, rate).points) };
      }),
    status(shop: ShopSeed, clientId: string): ThrottleStatus {
      const rate = rateOf(shop);
      const { points } = look(keyOf(shop, clientId), rate);
      return {
        maximumAvailable: rate * BUCKET_SECONDS,
        currentlyAvailable: Math.floor(points),
        restoreRate: rate,
      };
    },
  };
}
export type Throttle = ReturnType<typeof createThrottle>;
