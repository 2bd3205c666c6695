/**
 * Plans as data for the server's quota, the screens and the public pricing page; nothing here charges money. Numbers:
 * document 1, section 9, and document 3, sections 6 and 9.
 */
import { UNLIMITED } from './quota.ts';

export const FAMILIES = ['free', 'essential', 'starter', 'growth', 'professional', 'enterprise'] as const;
export type Family = (typeof FAMILIES)[number];

export interface FamilyLimits {
  /** Name in the comparison table, the same in every language. */
  name: string;
  /** Products listed in stores. */
  listings: number;
  /** AI uses in a cycle. */
  ai: number;
  /** Tracked products (decision A08). */
  tracking: number;
  /** Orders placed at suppliers in a cycle. */
  orders: number;
  workspaces: number;
  /** Permission to create workspaces, apart from their number (decision A07). */
  addWorkspaces: boolean;
  /** Several stores, apart from the number of workspaces (decision A07). */
  multiStore: boolean;
  automation: boolean;
  /** Settings of the branded tracking page. */
  orderTracking: boolean;
  /** Bulk order placement (decision A17). */
  bulkOrders: boolean;
  /** Percentage of an order's cost credited back to the wallet (decision A18). */
  cashback: number;
}

const LOWER = {
  addWorkspaces: false,
  multiStore: false,
  automation: false,
  orderTracking: false,
  bulkOrders: false,
  cashback: 0,
} as const;
const HIGHER = {
  addWorkspaces: true,
  multiStore: true,
  automation: true,
  orderTracking: true,
  bulkOrders: true,
} as const;

export const FAMILY_LIMITS: Readonly<Record<Family, FamilyLimits>> = {
  free: { name: 'Free', listings: 10, ai: 10, tracking: 0, orders: 50, workspaces: 3, ...LOWER },
  essential: { name: 'Essential', listings: 30, ai: 20, tracking: 10, orders: 100, workspaces: 5, ...LOWER },
  starter: { name: 'Starter', listings: 150, ai: 100, tracking: 30, orders: 150, workspaces: 5, ...LOWER },
  growth: {
    name: 'Growth',
    listings: 500,
    ai: 300,
    tracking: 150,
    orders: UNLIMITED,
    workspaces: 10,
    ...LOWER,
    addWorkspaces: true,
    orderTracking: true,
    bulkOrders: true,
    cashback: 1,
  },
  professional: {
    name: 'Professional',
    listings: 6000,
    ai: 4000,
    tracking: 500,
    orders: UNLIMITED,
    workspaces: 25,
    ...HIGHER,
    cashback: 2,
  },
  enterprise: {
    name: 'Enterprise',
    listings: UNLIMITED,
    ai: UNLIMITED,
    tracking: 1000,
    orders: UNLIMITED,
    workspaces: UNLIMITED,
    ...HIGHER,
    cashback: 3,
  },
};

/** Free months of a yearly plan (decision A01). */
export const YEARLY_DISCOUNT_MONTHS = 2;
/** Days of a cycle: 30 is a month, anything else a year. */
export const MONTH_DAYS = 30;

export interface Plan {
  key: string;
  name: string;
  family: Family;
  /** 0 for a family without tiers. */
  tier: number;
  /** US cents a month. */
  price: number;
  /** Credits of a cycle; -1: unlimited. */
  credits: number;
  /** Recognized, but no longer sold (decision A06). */
  legacy?: true;
}

const tiers = (prefix: string, family: Family, list: readonly (readonly [price: number, credits: number])[]): Plan[] =>
  list.map(([price, credits], at) => ({
    key: `${prefix}_CREDIT_TIER_${at + 1}`,
    name: `${FAMILY_LIMITS[family].name}${list.length > 1 ? ` ${at + 1}` : ''}`,
    family,
    tier: at + 1,
    price,
    credits,
  }));

const FREE_CREDITS = 25;
const free = { family: 'free', tier: 0, price: 0, credits: FREE_CREDITS } as const;
const old = { tier: 0, price: 0, credits: 0, legacy: true } as const;

/** All known plans, cheapest first; legacy ones at the end. */
export const PLANS: readonly Plan[] = [
  { key: 'FREE_CREDIT', name: 'Free', ...free },
  { key: 'STARTER_CREDIT_TIER_1', name: 'Essential', family: 'essential', tier: 0, price: 990, credits: 150 },
  { key: 'STARTER_CREDIT_TIER_2', name: 'Starter', family: 'starter', tier: 0, price: 1490, credits: 250 },
  ...tiers('GROWTH', 'growth', [
    [1990, 400],
    [3990, 800],
    [6990, 1500],
  ]),
  ...tiers('PRO', 'professional', [
    [7990, 2200],
    [9990, 3300],
    [19_990, 6600],
  ]),
  ...tiers('ENTERPRISE', 'enterprise', [
    [99_990, 99_990],
    [199_990, 199_990],
    [499_990, 200_000],
  ]),
  { key: 'FREE_AO_MKT', name: 'Free', ...free, legacy: true },
  { key: 'DEMO_MODE_QUAYSIDE', name: 'Demo', ...free, legacy: true },
  { key: 'STARTER_CREDIT_TIER_3', name: 'Starter', family: 'starter', ...old },
  { key: 'BASIC_CREDIT', name: 'Basic', family: 'starter', ...old },
  { key: 'ADVANCED_CREDIT', name: 'Advanced', family: 'growth', ...old },
  { key: 'PREMIUM_CREDIT', name: 'Premium', family: 'professional', ...old },
];

export const FREE_PLAN = 'FREE_CREDIT';
/** Default plan of an installation that sells none, unless configured otherwise (docs/decisions/0016). */
export const LARGEST_PLAN = 'ENTERPRISE_CREDIT_TIER_3';
export const DEMO_PLAN = 'DEMO_MODE_QUAYSIDE';
/** The plan with the badge (decision A25). */
export const RECOMMENDED_PLAN = 'GROWTH_CREDIT_TIER_2';

const byKey = new Map(PLANS.map((plan) => [plan.key, plan]));

/** The plan of a key; undefined for an unknown one. */
export const getPlan = (key: string): Plan | undefined => byKey.get(key);

/** Plans for sale, cheapest first. */
export const SOLD_PLANS: readonly Plan[] = PLANS.filter((plan) => !plan.legacy);

/** US cents a year. */
export const yearlyPrice = (plan: Pick<Plan, 'price'>): number => plan.price * (12 - YEARLY_DISCOUNT_MONTHS);

/** Name of a cycle by its days; default: monthly. */
export const cycleName = (days: number | undefined): 'monthly' | 'yearly' =>
  (days ?? MONTH_DAYS) === MONTH_DAYS ? 'monthly' : 'yearly';

/** The cheapest family with a feature; undefined: none. */
export const firstFamilyWith = (has: (limits: FamilyLimits) => boolean): Family | undefined =>
  FAMILIES.find((family) => has(FAMILY_LIMITS[family]));
