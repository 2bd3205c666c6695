/** An amount in the smallest unit of its currency (cents for USD, yen for JPY). Never a float. */
export interface Money {
  amount: number;
  /** ISO 4217 code in capitals. */
  currency: string;
}

/** Currencies without decimals. Source: ISO 4217, exponent 0. */
const ZERO_DECIMALS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
/** Currencies with three decimals. Source: ISO 4217, exponent 3. */
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Number of decimals of a currency. */
export function getDecimals(currency: string): number {
  if (ZERO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** Creates money from integer minor units. Throws RangeError for an unsafe integer or an invalid currency code. */
export function money(amount: number, currency: string): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`expected an integer amount of minor units, got ${amount}`);
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`expected a currency code, got ${currency}`);
  return { amount: amount === 0 ? 0 : amount, currency };
}

/**
 * Parses a decimal from an outside system ("12.50", 12.5; "1,234.50" is refused) into minor units without using floats.
 * Excess decimals are rounded half away from zero; throws RangeError for anything else.
 */
export function moneyFromDecimal(value: string | number, currency: string): Money {
  const text = typeof value === 'number' ? plainDecimal(value) : value.trim();
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`expected a decimal amount, got ${text}`);
  const digits = getDecimals(currency);
  const fraction = (match[3] ?? '').padEnd(digits + 1, '0');
  const scaled = BigInt(match[2] + fraction.slice(0, digits));
  const rounded = Number(fraction[digits]) >= 5 ? scaled + 1n : scaled;
  return money(Number(match[1] === '-' ? -rounded : rounded), currency);
}

function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`expected a decimal amount, got ${value}`);
  const text = String(value);
  return /e/i.test(text) ? value.toFixed(12) : text;
}

/** An amount as decimal text: 1250 USD is "12.50", 7 JPY is "7". */
export function toDecimal(value: Money): string {
  const digits = getDecimals(value.currency);
  const sign = value.amount < 0 ? '-' : '';
  const text = String(Math.abs(value.amount)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** An amount as a JSON number, for wire fields that the specification defines as decimals. */
export const toNumber = (value: Money): number => Number(toDecimal(value));

function same(a: Money, b: Money): string {
  if (a.currency !== b.currency) throw new RangeError(`cannot mix ${a.currency} and ${b.currency}`);
  return a.currency;
}

export const add = (a: Money, b: Money): Money => money(a.amount + b.amount, same(a, b));
export const subtract = (a: Money, b: Money): Money => money(a.amount - b.amount, same(a, b));
/** Multiplies by a whole quantity. Throws RangeError for a fraction. */
export function times(a: Money, quantity: number): Money {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`expected a whole quantity, got ${quantity}`);
  return money(a.amount * quantity, a.currency);
}
/** Sum of amounts in one currency; zero of `currency` for an empty list. */
export const sum = (list: readonly Money[], currency: string): Money =>
  list.reduce((total, item) => add(total, item), money(0, currency));
