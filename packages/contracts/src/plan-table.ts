/**
 * The plans as data, read by the server's quota, by the screens and by the public pricing page. Numbers: document 1,
 * section 9, and document 3, sections 6 and 9. Billing will sell them; nothing here charges anybody.
 */
import { UNLIMITED } from './quota.ts';

export const FAMILIES = ['free', 'essential', 'starter', 'growth', 'professional', 'enterprise'] as const;
export type Family = (typeof FAMILIES)[number];

export interface FamilyLimits {
  /** As the comparison table names it; a name of ours, the same in every language. */
  name: string;
  /** Products that stand in stores. */
  listings: number;
  /** Uses of AI in a cycle. */
  ai: number;
  /** Products watched for changes (decision A08). */
  tracking: number;
  /** Orders placed at suppliers in a cycle. */
  orders: number;
  workspaces: number;
  /** Making another workspace at all, apart from their number (decision A07). */
  addWorkspaces: boolean;
  /** Several stores beside each other, gated apart from the number of workspaces (decision A07). */
  multiStore: boolean;
  automation: boolean;
  /** The branded tracking page's own settings. */
  orderTracking: boolean;
  /** Placing many orders at once (decision A17). */
  bulkOrders: boolean;
  /** Percent of an order's cost that comes back as credit in the wallet (decision A18). */
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

/** Months that a yearly plan does not cost (decision A01). */
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
  /** Credits of a cycle; -1: without end. */
  credits: number;
  /** Recognised, and not sold any more (decision A06). */
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

/** Every plan key that is known, cheapest first; the old ones at the end. */
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
/** What accounts have where nothing is sold, unless the operator says otherwise (docs/decisions/0016). */
export const LARGEST_PLAN = 'ENTERPRISE_CREDIT_TIER_3';
export const DEMO_PLAN = 'DEMO_MODE_QUAYSIDE';
/** The one that carries the badge (decision A25). */
export const RECOMMENDED_PLAN = 'GROWTH_CREDIT_TIER_2';

const byKey = new Map(PLANS.map((plan) => [plan.key, plan]));

/** The plan of a key, or undefined for a key that nobody knows. */
export const planOf = (key: string): Plan | undefined => byKey.get(key);

/** What is sold, cheapest first. */
export const SOLD_PLANS: readonly Plan[] = PLANS.filter((plan) => !plan.legacy);

/** US cents of a year. */
export const yearlyPrice = (plan: Pick<Plan, 'price'>): number => plan.price * (12 - YEARLY_DISCOUNT_MONTHS);

/** The name of a cycle of so many days; a missing one is a month. */
export const cycleName = (days: number | undefined): 'monthly' | 'yearly' =>
  (days ?? MONTH_DAYS) === MONTH_DAYS ? 'monthly' : 'yearly';

/** The cheapest family that has something; undefined where none has. */
export const firstFamilyWith = (has: (limits: FamilyLimits) => boolean): Family | undefined =>
  FAMILIES.find((family) => has(FAMILY_LIMITS[family]));
