import { MULTIPLIER_UNIT, type PriceBand, type PriceRule, type Rounding, WHOLE } from '@quayside/contracts';
import { convertMoney, getDecimals, type Money, raiseToEnding } from '@quayside/kernel';

/** Amounts in the smallest unit of the rule's currency. */
export interface ComputedPrice {
  price: number;
  /** undefined: the rule sets none. */
  compareAt: number | undefined;
  /** The rule alone would have been below the least profit. */
  raised: boolean;
  /** Cost, with shipping where the rule includes it. */
  cost: number;
  /** What is left of the price after cost and fees. */
  profit: number;
}

export type PriceResult = ComputedPrice | { missing: 'cost' | 'shipping' | 'rate' };

export interface PriceInput {
  cost: Money;
  /** null: unknown. Only needed where the rule includes shipping. */
  shipping: Money | null;
}

const WHOLE_SHARE = BigInt(WHOLE);

const ceilDivide = (numerator: bigint, denominator: bigint): number =>
  Number((numerator + denominator - 1n) / denominator);

/** Least price that leaves `net` after a share of the price, in hundredths of a percent, is taken from it. */
const grossUp = (net: number, share: number): number =>
  ceilDivide(BigInt(net) * WHOLE_SHARE, WHOLE_SHARE - BigInt(share));

const findBand = (bands: readonly PriceBand[], cost: number): PriceBand | undefined =>
  bands.findLast((band) => band.from <= cost) ?? bands[0];

/** The price by a band, before the floor and rounding. */
function bandPrice({ bands, fees }: PriceRule, productCost: number, cost: number): number {
  const band = findBand(bands, productCost);
  if (!band) return cost;
  if (band.kind === 'margin') return grossUp(cost + fees.fixed, fees.percent + band.margin);
  const unit = BigInt(MULTIPLIER_UNIT);
  const markedUp = BigInt(cost) * BigInt(band.multiply) + BigInt(band.add) * unit;
  if (!fees.included) return ceilDivide(markedUp, unit);
  return ceilDivide((markedUp + BigInt(fees.fixed) * unit) * WHOLE_SHARE, unit * (WHOLE_SHARE - BigInt(fees.percent)));
}

/** Least price: cost and fees are paid, and the least profit is left, as an amount and as a share. */
export const floorPrice = ({ fees, floor }: PriceRule, cost: number): number =>
  Math.max(
    grossUp(cost + fees.fixed + floor.profit, fees.percent),
    grossUp(cost + fees.fixed, fees.percent + floor.margin),
  );

/** Smallest units of the multiple that prices are rounded to; undefined: prices get an ending. */
function stepOf(rounding: Rounding, currency: string): number | undefined {
  if (rounding === 'exact' || rounding === '99' || rounding === '95') return undefined;
  return Math.max(1, Math.round(Number(rounding) * 10 ** getDecimals(currency)));
}

function roundUp(amount: number, rounding: Rounding, currency: string): number {
  if (rounding === 'exact' || rounding === '99' || rounding === '95')
    return raiseToEnding({ amount, currency }, rounding).amount;
  const step = stepOf(rounding, currency) ?? 1;
  return Math.ceil(amount / step) * step;
}

/** Rounds a price. It is raised where it would otherwise be below `floor`. */
export function roundPrice(amount: number, floor: number, rounding: Rounding, currency: string): number {
  const step = stepOf(rounding, currency);
  if (step === undefined) return roundUp(Math.max(amount, floor), rounding, currency);
  const nearest = Math.floor((amount + step / 2) / step) * step;
  return nearest >= floor ? nearest : roundUp(floor, rounding, currency);
}

/** Fees of a price, rounded up. */
export const feesOf = ({ fees }: PriceRule, price: number): number =>
  ceilDivide(BigInt(price) * BigInt(fees.percent), WHOLE_SHARE) + fees.fixed;

function inRuleCurrency(amount: Money, currency: string, rate: string | undefined): number | undefined {
  if (amount.currency === currency) return amount.amount;
  return rate === undefined ? undefined : convertMoney(amount, currency, rate).amount;
}

/**
 * The price of a variant by a rule, in the rule's currency. In this order: cost and shipping are converted, shipping is
 * added where the rule includes it, the band of the product's cost is applied (a markup, raised by the fees where they are
 * included, or a margin after fees), the price is raised to the floor, and rounded without passing it; the compare-at price
 * follows from the rounded price. `rate`: units of the rule's currency for one unit of the cost's.
 */
export function computePrice({ cost, shipping }: PriceInput, rule: PriceRule, rate: string | undefined): PriceResult {
  const { currency, rounding, compare_at_percent: above } = rule;
  // A product of a file may have no cost; a price that follows from nothing would be a loss.
  if (cost.amount <= 0) return { missing: 'cost' };
  const productCost = inRuleCurrency(cost, currency, rate);
  if (productCost === undefined) return { missing: 'rate' };
  let whole = productCost;
  if (rule.shipping_included) {
    if (!shipping) return { missing: 'shipping' };
    const added = inRuleCurrency(shipping, currency, shipping.currency === cost.currency ? rate : undefined);
    if (added === undefined) return { missing: 'rate' };
    whole += added;
  }
  const wanted = bandPrice(rule, productCost, whole);
  const floor = floorPrice(rule, whole);
  const price = roundPrice(wanted, floor, rounding, currency);
  const compareAt =
    above === null
      ? undefined
      : roundUp(ceilDivide(BigInt(price) * BigInt(WHOLE + above), WHOLE_SHARE), rounding, currency);
  return {
    price,
    compareAt: compareAt === undefined || compareAt <= price ? undefined : compareAt,
    raised: wanted < floor,
    cost: whole,
    profit: price - feesOf(rule, price) - whole,
  };
}

/** A rule with its amounts in another currency. `rate`: units of `currency` for one unit of the rule's. */
export function convertRule(rule: PriceRule, currency: string, rate: string): PriceRule {
  const convert = (amount: number) => convertMoney({ amount, currency: rule.currency }, currency, rate).amount;
  const bands = rule.bands.map((band) =>
    band.kind === 'markup'
      ? { ...band, from: convert(band.from), add: convert(band.add) }
      : { ...band, from: convert(band.from) },
  );
  return {
    ...rule,
    currency,
    bands,
    fees: { ...rule.fees, fixed: convert(rule.fees.fixed) },
    floor: { ...rule.floor, profit: convert(rule.floor.profit) },
  };
}
