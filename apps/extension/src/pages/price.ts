import { type Money, moneyFromDecimal } from '@quayside/kernel/money.ts';

/** A code of ISO 4217 as it is written: three letters. */
export const getCurrency = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z]{3}$/.test(text) ? text : undefined;
};

/** Signs that stand between thousands. */
const SPACES = /[\s'’\u00a0\u202f]/g;

/** The decimal in a text that is a number and perhaps a currency, with a point; undefined when it is not one number. */
function decimalOf(text: string): string | undefined {
  const found = text
    .slice(0, 60)
    .replace(SPACES, '')
    .match(/-?\d[\d.,]*/g);
  const digits = found?.length === 1 ? found[0].replace(/[.,]+$/, '') : undefined;
  if (!digits || digits.startsWith('-')) return undefined;
  const point = digits.lastIndexOf('.');
  const comma = digits.lastIndexOf(',');
  const both = point >= 0 && comma >= 0;
  // Of two different signs the last one is the decimal's; a sign that stands several times is one of thousands.
  const decimal = both ? Math.max(point, comma) : Math.max(point, comma);
  if (decimal < 0) return digits;
  const sign = digits[decimal] ?? '';
  const isRepeated = digits.indexOf(sign) !== decimal;
  // schema.org writes decimals with a point, so a comma before three digits is one of thousands.
  const isThousands = isRepeated || (!both && sign === ',' && digits.length - decimal === 4);
  const whole = (isThousands ? digits : digits.slice(0, decimal)).replaceAll(/[.,]/g, '');
  const fraction = isThousands ? '' : digits.slice(decimal + 1);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * A price as pages write it: 12.5, "12.50", "1,299.00", "1.299,00 €", "1 299,00". Undefined for what is no price: a range, a
 * negative number, a word.
 *
 * @param currency ISO 4217; the amount is in its minor units.
 */
export function getPrice(value: unknown, currency: string): Money | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? decimalOf(value) : undefined;
  if (text === undefined) return undefined;
  try {
    const price = moneyFromDecimal(typeof value === 'number' ? value : text, currency);
    return price.amount >= 0 ? price : undefined;
  } catch {
    return undefined;
  }
}
