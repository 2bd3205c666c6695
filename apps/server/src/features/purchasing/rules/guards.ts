import type { MessageParams } from '@quayside/kernel';

/** Guards in the order in which they are named to people. */
export const GUARDS = [
  'dispute',
  'fraud',
  'duplicate',
  'rate',
  'profit',
  'order_ceiling',
  'day_ceiling',
  'approval',
] as const;
export type Guard = (typeof GUARDS)[number];

/** How long an order waits before it is placed. */
export const WAITS = ['none', '10m', '1h', '24h', 'daily'] as const;
export type Wait = (typeof WAITS)[number];

/** Conditions on buying. Amounts are in minor units of the workspace's currency; null: not checked. */
export interface GuardSetting {
  /** Stop orders that the store reports as high risk of fraud. */
  fraud: boolean;
  /** Stop orders whose payment is disputed. */
  dispute: boolean;
  /** Stop an order like one of the same shopper within this many hours. */
  duplicate_hours: number | null;
  /** Least profit of an order. */
  profit_amount: number | null;
  /** Least profit in percent of what the shopper paid. */
  profit_percent: number | null;
  /** Most that suppliers may charge for an order. */
  order_ceiling: number | null;
  /** Most that suppliers may charge for all orders requested on a day. */
  day_ceiling: number | null;
  /** Above this cost, a second member must approve. */
  approval_above: number | null;
  wait: Wait;
  /** Time of day (HH:MM) at which `daily` places orders, in the workspace's zone. */
  wait_at: string;
}

/** The default: nothing is checked and orders are placed immediately. */
export const NO_GUARDS: GuardSetting = {
  fraud: false,
  dispute: false,
  duplicate_hours: null,
  profit_amount: null,
  profit_percent: null,
  order_ceiling: null,
  day_ceiling: null,
  approval_above: null,
  wait: 'none',
  wait_at: '09:00',
};

/** What the guards judge about an order. Amounts as in GuardSetting; undefined: not known (yet). */
export interface GuardFacts {
  risk: 'low' | 'medium' | 'high' | null;
  isDisputed: boolean;
  /** Name of an earlier order of the same shopper with the same address and items. */
  duplicateOf: string | undefined;
  /** Supplier cost of the order; 'rate': in a currency without a known exchange rate. */
  cost: number | 'rate' | undefined;
  /** The currency of a cost, of the order or of the day, whose rate is missing. */
  costCurrency: string;
  /** What the shopper paid without taxes. */
  paid: number | undefined;
  /** All items are part of the cost. */
  isWhole: boolean;
  /** Supplier cost of the day including this order; 'rate' as in `cost`. */
  day: number | 'rate' | undefined;
}

/** Why an order is stopped. */
export interface GuardStop {
  guard: Guard;
  /** The figure that was judged: a larger one needs another approval. */
  figure: number;
  params: MessageParams;
}

type Text = (amount: number) => string;
type Check = (setting: GuardSetting, facts: GuardFacts, text: Text) => Omit<GuardStop, 'guard'> | undefined;

const above =
  (limit: (setting: GuardSetting) => number | null, value: (facts: GuardFacts) => number | undefined): Check =>
  (setting, facts, text) => {
    const most = limit(setting);
    const figure = value(facts);
    if (most === null || figure === undefined || figure <= most) return undefined;
    return { figure, params: { cost: text(figure), limit: text(most) } };
  };

const costOf = ({ cost }: GuardFacts): number | undefined => (typeof cost === 'number' ? cost : undefined);

/** Guards about money, which can't judge a cost without an exchange rate. */
const judgesMoney = (setting: GuardSetting): boolean =>
  [
    setting.profit_amount,
    setting.profit_percent,
    setting.order_ceiling,
    setting.day_ceiling,
    setting.approval_above,
  ].some((limit) => limit !== null);

const profit: Check = (setting, facts, text) => {
  const cost = costOf(facts);
  if (cost === undefined || facts.paid === undefined || !facts.isWhole) return undefined;
  const made = facts.paid - cost;
  const percent = setting.profit_percent === null ? undefined : Math.ceil((facts.paid * setting.profit_percent) / 100);
  const floor = Math.max(setting.profit_amount ?? Number.NEGATIVE_INFINITY, percent ?? Number.NEGATIVE_INFINITY);
  if (made >= floor) return undefined;
  // A smaller profit is a larger figure.
  return { figure: -made, params: { profit: text(made), limit: text(floor) } };
};

/** Each guard: its figure and explanation, or undefined if it lets the order pass. */
const CHECKS: Readonly<Record<Guard, Check>> = {
  dispute: (setting, { isDisputed }) => (setting.dispute && isDisputed ? { figure: 1, params: {} } : undefined),
  fraud: (setting, { risk }) => (setting.fraud && risk === 'high' ? { figure: 1, params: {} } : undefined),
  duplicate: ({ duplicate_hours: hours }, { duplicateOf }) =>
    hours !== null && duplicateOf !== undefined ? { figure: 1, params: { order: duplicateOf, hours } } : undefined,
  rate: (setting, { cost, costCurrency, day }) =>
    (cost === 'rate' && judgesMoney(setting)) || (day === 'rate' && setting.day_ceiling !== null)
      ? { figure: 1, params: { currency: costCurrency } }
      : undefined,
  profit,
  order_ceiling: above((setting) => setting.order_ceiling, costOf),
  // Others spend on the same day, so an approval holds for the order's own cost.
  day_ceiling: (setting, facts, text) => {
    const { day_ceiling: most } = setting;
    if (most === null || typeof facts.day !== 'number' || facts.day <= most) return undefined;
    return { figure: costOf(facts) ?? 0, params: { cost: text(facts.day), limit: text(most) } };
  },
  approval: above((setting) => setting.approval_above, costOf),
};

/** Whether any guard could stop an order. */
export const hasGuards = (setting: GuardSetting): boolean =>
  setting.fraud || setting.dispute || setting.duplicate_hours !== null || judgesMoney(setting);

/** A decision of a person to buy although a guard stopped the order. */
export interface Approval {
  guard: Guard;
  figure: number;
}

/** Whether an approval covers a stop: a worse figure than the approved one needs another decision. */
export const covers = (approval: Approval, stop: GuardStop): boolean =>
  approval.guard === stop.guard && stop.figure <= approval.figure;

/** The guards that stop an order, the most serious first. `text`: an amount for people. */
export const judge = (
  setting: GuardSetting,
  facts: GuardFacts,
  approvals: readonly Approval[],
  text: Text,
): GuardStop[] =>
  GUARDS.flatMap((guard): GuardStop[] => {
    const found = CHECKS[guard](setting, facts, text);
    if (!found) return [];
    const stop = { guard, ...found };
    return approvals.some((approval) => covers(approval, stop)) ? [] : [stop];
  });

/** Message key of a guard's explanation; also the reason of the blocked lines. */
export const guardKey = (guard: Guard): string => `GUARD_${guard.toUpperCase()}`;
export const GUARD_KEYS: readonly string[] = GUARDS.map(guardKey);
