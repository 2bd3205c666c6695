import type { ShippingOption } from '@quayside/connector-kit';
import { cheapest } from './plan-shipping.ts';

/** A row of a supplier's rule table; null: no limit. Weights in grams, costs in cents (USD). */
export interface ShippingRule {
  country_code: string | null;
  weight_from: number | null;
  weight_to: number | null;
  cost_from: number | null;
  cost_to: number | null;
  shipping_method: string;
  otherwise: string | null;
}

/** How a workplace buys from a supplier. */
export interface PlacementSetting {
  warehouse: string | null;
  /** Empty: all countries. */
  countries: readonly string[];
  shipping_method: string | null;
  rules: readonly ShippingRule[];
}

/** Without settings: all countries, the cheapest method. */
export const NO_SETTING: PlacementSetting = { warehouse: null, countries: [], shipping_method: null, rules: [] };

/** Items shipped together. null: unknown, so that rows with such a limit don't match. */
export interface Parcel {
  country: string;
  grams: number | null;
  /** Cents (USD). */
  cost: number | null;
}

export interface ChosenMethod {
  reason: 'rule' | 'rule_otherwise' | 'default' | 'cheapest';
  /** Index of the matching row. */
  row: number | null;
  /** undefined: the supplier offers none. */
  option: ShippingOption | undefined;
}

const isWithin = (value: number | null, from: number | null, to: number | null): boolean => {
  if (from === null && to === null) return true;
  return value !== null && value >= (from ?? 0) && value <= (to ?? Number.POSITIVE_INFINITY);
};

/** Index of the first row that matches; -1: none. Limits are inclusive. */
export const findRule = (rules: readonly ShippingRule[], { country, grams, cost }: Parcel): number =>
  rules.findIndex(
    (rule) =>
      (rule.country_code === null || rule.country_code === country) &&
      isWithin(grams, rule.weight_from, rule.weight_to) &&
      isWithin(cost, rule.cost_from, rule.cost_to),
  );

/**
 * Chooses among the shipping methods that a supplier offers for a parcel: those of the first matching row, then the
 * default one, then the cheapest. A method that isn't offered is passed over.
 */
export function chooseMethod(
  setting: PlacementSetting,
  parcel: Parcel,
  options: readonly ShippingOption[],
): ChosenMethod {
  const named = (name: string | null | undefined) => options.find((option) => option.serviceName === name);
  const at = findRule(setting.rules, parcel);
  const rule = setting.rules[at];
  const row = rule ? at : null;
  const first = named(rule?.shipping_method);
  if (first) return { reason: 'rule', row, option: first };
  const second = named(rule?.otherwise);
  if (second) return { reason: 'rule_otherwise', row, option: second };
  const usual = named(setting.shipping_method);
  if (usual) return { reason: 'default', row, option: usual };
  return { reason: 'cheapest', row, option: cheapest(options) };
}

/** Whether orders to a country may be placed. */
export const shipsTo = (setting: PlacementSetting, country: string): boolean =>
  setting.countries.length === 0 || setting.countries.includes(country);

/** Whether choosing a method needs the weight of the items. */
export const needsWeight = (setting: PlacementSetting): boolean =>
  setting.rules.some((rule) => rule.weight_from !== null || rule.weight_to !== null);

/** Shipping methods that a setting names. */
export const namedMethods = (setting: PlacementSetting): Set<string> =>
  new Set(
    [setting.shipping_method, ...setting.rules.flatMap((rule) => [rule.shipping_method, rule.otherwise])].flatMap(
      (name) => name ?? [],
    ),
  );
