import { getDecimals, type Money, money } from './money.ts';

/** Maximum rate that people can enter. */
export const MAX_RATE = 1_000_000;

/** Decimals of a cross rate. */
const SCALE = 12;

interface Decimal {
  digits: bigint;
  scale: number;
}

function parseDecimal(text: string): Decimal {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  const digits = match ? BigInt(`${match[1]}${fraction}`) : 0n;
  if (digits <= 0n) throw new RangeError(`expected a positive decimal, got ${text}`);
  return { digits, scale: fraction.length };
}

/** Divides positive or negative integers, rounding half away from zero. */
function divide(numerator: bigint, denominator: bigint): bigint {
  const half = denominator / 2n;
  return numerator < 0n ? -((-numerator + half) / denominator) : (numerator + half) / denominator;
}

/**
 * Converts an amount. `rate`: units of `currency` for one unit of the amount's currency, a positive decimal such as
 * "0.9231"; rounds half away from zero to the smallest unit. Throws RangeError for any other rate.
 */
export function convertMoney(value: Money, currency: string, rate: string): Money {
  const { digits, scale } = parseDecimal(rate);
  const shift = getDecimals(currency) - getDecimals(value.currency) - scale;
  const product = BigInt(value.amount) * digits;
  return money(Number(shift >= 0 ? product * 10n ** BigInt(shift) : divide(product, 10n ** BigInt(-shift))), currency);
}

/** Significant digits of a rate that are shown, used for pushes and compared. */
const SHORT_DIGITS = 6;

/** Rounds a rate to the 6 digits shown. */
export const shortRate = (rate: string | number): number => Number(Number(rate).toPrecision(SHORT_DIGITS));

/** Writes a JSON number as a decimal rate. */
export const rateFromNumber = (rate: number): string => {
  const text = String(rate);
  return text.includes('e') ? rate.toFixed(SCALE) : text;
};

/**
 * Units of `to` for one unit of `from`, given both in units per unit of a third currency, with up to 12 decimals.
 * Throws RangeError unless both are positive decimals.
 */
export function crossRate(from: string, to: string): string {
  const [below, above] = [parseDecimal(from), parseDecimal(to)];
  const numerator = above.digits * 10n ** BigInt(below.scale + SCALE);
  const scaled = divide(numerator, below.digits * 10n ** BigInt(above.scale))
    .toString()
    .padStart(SCALE + 1, '0');
  return `${scaled.slice(0, -SCALE)}.${scaled.slice(-SCALE)}`.replace(/\.?0+$/, '');
}
