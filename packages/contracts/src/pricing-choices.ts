/**
 * How a computed price ends: as it comes out, raised to these cents, or at the nearest multiple of this many units of the
 * currency. Separate from the calls, so that screens load no schemas.
 */
export const ROUNDINGS = ['exact', '99', '95', '0.5', '1', '5', '10', '100'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export const MOST_BANDS = 20;
/** Multipliers are in thousandths: 2,500 is 2.5 times the cost. */
export const MULTIPLIER_UNIT = 1_000;
export const MOST_MULTIPLIER = 100_000;
/** Percentages are in hundredths of a percent. */
export const PERCENT_UNIT = 100;
export const WHOLE = 100 * PERCENT_UNIT;
export const MOST_MARGIN = 90 * PERCENT_UNIT;
export const MOST_FEE = 50 * PERCENT_UNIT;
/** Fees and margin leave at least this share of the price for the cost. */
export const LEAST_LEFT = 5 * PERCENT_UNIT;
export const MOST_COMPARE_AT = 900 * PERCENT_UNIT;
/** In the smallest unit of the currency. */
export const MOST_AMOUNT = 100_000_000_000;

export type PriceBand =
  | { kind: 'markup'; from: number; multiply: number; add: number }
  | { kind: 'margin'; from: number; margin: number };

/** How prices follow from costs. Amounts are in the smallest unit of the rule's currency. */
export interface PriceRule {
  currency: string;
  /** By cost, ascending, each up to the next; the first starts at 0. */
  bands: PriceBand[];
  fees: {
    /** Share of the price that the store's payment provider or marketplace keeps. */
    percent: number;
    fixed: number;
    /** Markups are raised so that the fees are paid from the price. Margins always are. */
    included: boolean;
  };
  /** The supplier's shipping to the product's country counts as cost. */
  shipping_included: boolean;
  rounding: Rounding;
  /** Percent above the price; null: compare-at prices are left as they are. */
  compare_at_percent: number | null;
  /** Least profit after cost and fees, as an amount and as a share of the price. */
  floor: { profit: number; margin: number };
}

/** The price of an import before an owner chose a rule: 2.5 times the cost, raised to .99. */
export const defaultPriceRule = (currency: string): PriceRule => ({
  currency,
  bands: [{ kind: 'markup', from: 0, multiply: 2_500, add: 0 }],
  fees: { percent: 0, fixed: 0, included: false },
  shipping_included: false,
  rounding: '99',
  compare_at_percent: null,
  floor: { profit: 0, margin: 0 },
});
