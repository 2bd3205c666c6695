import { getDecimals, type Money, moneyFromDecimal, toDecimal } from '@quayside/kernel/money.ts';

/** A price has no more digits before the point than this. */
const MOST_DIGITS = 12;

/**
 * A typed sum, or undefined when it is none. Point and comma both part the decimals; the last of them counts, so that
 * "1.234,50" and "1,234.50" are one sum. More decimals than the currency has are rounded.
 */
export function parseMoney(typed: string, currency: string): Money | undefined {
  const text = typed.replaceAll(/[\s'’\u00a0\u202f]/g, '');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return undefined;
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const whole = at < 0 ? text : text.slice(0, at);
  const tail = at < 0 ? '' : text.slice(at + 1);
  const none = moneyFromDecimal('0', currency);
  // The same sign more than once parts thousands; so does one with three digits behind it where there are no decimals.
  const isGroup = at >= 0 && (text.split(text[at] ?? '').length > 2 || (tail.length === 3 && toDecimal(none) === '0'));
  const digits = (isGroup ? `${whole}${tail}` : whole).replaceAll(/[.,]/g, '') || '0';
  if (digits.length > MOST_DIGITS) return undefined;
  return moneyFromDecimal(isGroup || !tail ? digits : `${digits}.${tail}`, currency);
}

/** A sum for a field: plain digits, a point, the currency's decimals. */
export const moneyField = (value: Money | null): string => (value ? toDecimal(value) : '');

/**
 * A sum as a number field holds it, in minor units; undefined when it is none. While the currency is still being typed, decimals
 * are read as in most currencies; the server refuses an unknown one.
 */
export const parseAmount = (typed: number | string, currency: string): number | undefined =>
  parseMoney(String(typed), /^[A-Z]{3}$/.test(currency) ? currency : 'USD')?.amount;

/** Minor units as a number field holds them. */
export const wholeAmount = (minor: number | null | undefined, currency: string): number | '' =>
  minor === null || minor === undefined ? '' : minor / 10 ** getDecimals(currency);

/** A sum as the list of changes writes it ("19.99 USD"), or null. */
export function parseChangeMoney(text: string | null): Money | null {
  const match = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text ?? '');
  return match?.[1] && match[2] ? moneyFromDecimal(match[1], match[2]) : null;
}
