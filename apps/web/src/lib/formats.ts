import { SYMBOL_AFTER, shownDigits } from '@quayside/kernel/currencies.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { cached, formatNumber, MISSING, numberFormat, tag } from './numbers.ts';

export { formatNumber, MISSING } from './numbers.ts';

/**
 * Formats numbers, money and times in the chosen language. Digits are Latin in every language, so that money, order
 * numbers and SKUs align in tables.
 */

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Amount in minor units with its currency, as in our own API. */
export interface MinorMoney {
  amount: number;
  currency: string;
}

/** An amount: minor units with currency, a decimal number, or nothing. */
export type MoneyInput = MinorMoney | number | null | undefined;

export interface MoneyPart {
  text: string;
  kind: 'sign' | 'currency' | 'number';
}

export interface MoneyParts {
  /** The whole text, for screen readers and plain text. */
  text: string;
  /** The same split in display order: sign, currency, number. Currency is drawn muted. */
  pieces: readonly MoneyPart[];
}

/** The time zone of displayed times; undefined: the browser's. */
let zone: string | undefined;

/** Sets the time zone of displayed times; undefined: the browser's. Returns whether it changed. */
export function showTimesIn(timeZone: string | undefined): boolean {
  const isNew = timeZone !== zone;
  zone = timeZone;
  return isNew;
}

const A_DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a moment in the chosen time zone; a date without time is the same day everywhere. */
function dateText(iso: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const timeZone = A_DAY_ALONE.test(iso) ? 'UTC' : zone;
  const key = `d:${language}:${timeZone}:${JSON.stringify(options)}`;
  return cached(key, () => new Intl.DateTimeFormat(tag(language), { ...options, timeZone })).format(new Date(iso));
}

/** A known currency code in capitals; USD for none; undefined for an unknown one. */
export function knownCurrency(code: string | null | undefined): string | undefined {
  const upper = (code || 'USD').toUpperCase();
  return CURRENCIES.has(upper) ? upper : undefined;
}

/**
 * Formats an amount. Missing gives `--`, zero is an amount, an unknown currency gives the bare number.
 *
 * @param currency for decimal numbers; a MinorMoney has its own.
 */
export function formatMoney(value: MoneyInput, currency: string | null | undefined, language: string): string {
  return moneyParts(value, currency, language).text;
}

/** The same amount split into parts, so that screens can mute the currency. */
export function moneyParts(value: MoneyInput, currency: string | null | undefined, language: string): MoneyParts {
  if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
    return bareMoney(MISSING);
  }
  const code = knownCurrency(typeof value === 'number' ? currency : value.currency);
  if (!code) return bareMoney(String(typeof value === 'number' ? value : value.amount / 100));
  const digits = shownDigits(code);
  const decimal = typeof value === 'number' ? value : value.amount / 10 ** getDecimals(code);
  const format = numberFormat(language, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const parts = format.formatToParts(decimal);
  if (!ordersItself(code, language)) return arranged(parts, code, language);
  return { text: format.format(decimal), pieces: piecesOf(parts) };
}

/** The parts of an amount, with adjacent ones of the same kind merged. */
function piecesOf(parts: readonly Intl.NumberFormatPart[]): MoneyPart[] {
  const pieces: MoneyPart[] = [];
  for (const [at, part] of parts.entries()) {
    const isGap = part.type === 'literal' && parts[at + 1]?.type !== 'compact';
    const text = isGap ? part.value.replaceAll(/\s/g, '') : part.value;
    const last = pieces.at(-1);
    if (!text) continue;
    const kind = part.type === 'currency' ? 'currency' : part.type === 'minusSign' ? 'sign' : 'number';
    if (last?.kind === kind) last.text += text;
    else pieces.push({ text, kind });
  }
  return pieces;
}

/** Whether the language's own pattern orders sign, symbol and number as specified. */
const ordersItself = (code: string, language: string): boolean => !SYMBOL_AFTER.has(code) && !FROM_RIGHT.test(language);

/** Arranges the parts in our order instead of the language's. */
function arranged(parts: readonly Intl.NumberFormatPart[], code: string, language: string): MoneyParts {
  const isAfter = SYMBOL_AFTER.has(code);
  const order = isAfter ? ORDER_AFTER : ORDER;
  const pieces = piecesOf(parts)
    .map(({ text, kind }) => ({
      kind,
      text: FROM_RIGHT.test(language) ? text.replaceAll(/[\u200e\u200f\u061c]/g, '') : text,
    }))
    .filter((piece) => piece.text)
    .sort((a, b) => order[a.kind] - order[b.kind]);
  const text = isAfter ? textAfter(pieces) : pieces.map((piece) => piece.text).join('');
  return { text: FROM_RIGHT.test(language) ? fromLeft(text) : text, pieces };
}

const ORDER_AFTER: Readonly<Record<MoneyPart['kind'], number>> = { sign: 0, number: 1, currency: 2 };
const textAfter = (pieces: readonly MoneyPart[]): string =>
  pieces.map((piece) => (piece.kind === 'currency' ? `\u00a0${piece.text}` : piece.text)).join('');

/** Right-to-left languages. Their own patterns for amounts break up beside text of the other direction. */
const FROM_RIGHT = /^ar\b/;
const ORDER: Readonly<Record<MoneyPart['kind'], number>> = { sign: 0, currency: 1, number: 2 };
/** Isolates left-to-right text from its surroundings with Unicode isolates. */
const fromLeft = (text: string): string => `\u2066${text}\u2069`;

const bareMoney = (text: string): MoneyParts => ({ text, pieces: [{ text, kind: 'number' }] });

/** A compact amount for chart axes: $1.2K. */
export function formatMoneyShort(value: MinorMoney, language: string): string {
  const code = knownCurrency(value.currency);
  if (!code) return formatCompact(value.amount / 100, language);
  const options = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol', notation: 'compact' } as const;
  const format = numberFormat(language, { ...options, minimumFractionDigits: 0, maximumFractionDigits: 1 });
  const decimal = value.amount / 10 ** getDecimals(code);
  // Sets the order explicitly, so that the axis matches the other amounts.
  return ordersItself(code, language)
    ? format.format(decimal)
    : arranged(format.formatToParts(decimal), code, language).text;
}

/** The price of a plan in US dollars: $9.90, and $0 without decimals. `cents`: minor units. */
export function formatPlanPrice(cents: number, language: string): string {
  // Arabic's own pattern breaks up between right-to-left words.
  return numberFormat(FROM_RIGHT.test(language) ? 'en' : language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
}

/** 1500 as 1.5K, 2000000 as 2M; one decimal, none when it is zero. */
export function formatCompact(value: number | null | undefined, language: string): string {
  if (value === null || value === undefined) return MISSING;
  return numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** A fraction as a percentage: 0.25 as 25%. */
export function formatPercent(value: number | null | undefined, language: string): string {
  if (value === null || value === undefined) return MISSING;
  return numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(value);
}

/** A count for tabs and badges: exact up to the cap, then `cap+`. */
export function formatCount(value: number, language: string, cap = Number.POSITIVE_INFINITY): string {
  return value > cap ? `${formatNumber(cap, language)}+` : formatNumber(value, language);
}

/** A date: Nov 21, 2025. */
export function formatDate(iso: string | null | undefined, language: string): string {
  if (!iso) return MISSING;
  return dateText(iso, language, { year: 'numeric', month: 'short', day: '2-digit' });
}

/** A date without its year, for axes. */
export function formatDay(iso: string | null | undefined, language: string): string {
  if (!iso) return MISSING;
  return dateText(iso, language, { month: 'short', day: 'numeric' });
}

/** A time in the hour cycle of the language: 2:05 PM, 14:05. */
export function formatTime(iso: string | null | undefined, language: string): string {
  if (!iso) return MISSING;
  return dateText(iso, language, { hour: 'numeric', minute: '2-digit' });
}

/** An hour of the day, 0 to 23, in the hour cycle of the language: 2 PM, 14. */
export function formatHour(hour: number, language: string): string {
  const format = cached(
    `h:${language}`,
    () => new Intl.DateTimeFormat(tag(language), { hour: 'numeric', timeZone: 'UTC' }),
  );
  return format.format(Date.UTC(2000, 0, 1, hour));
}

/** Date and time: Nov 21, 2025 2:05 PM. */
export function formatDateTime(iso: string | null | undefined, language: string): string {
  if (!iso) return MISSING;
  return `${formatDate(iso, language)} ${formatTime(iso, language)}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Relative time: "Just now" below a minute, "5 minutes ago" below an hour, hours below three, then date and time.
 *
 * @param justNow text for the first minute, from the messages.
 * @param now milliseconds since the epoch.
 */
export function formatTimeAgo(iso: string | null | undefined, language: string, justNow: string, now: number): string {
  if (!iso) return MISSING;
  const passed = now - new Date(iso).getTime();
  if (passed < MINUTE) return justNow;
  const format = cached(`r:${language}`, () => new Intl.RelativeTimeFormat(tag(language), { numeric: 'always' }));
  if (passed < HOUR) return format.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < 3 * HOUR) return format.format(-Math.floor(passed / HOUR), 'hour');
  return formatDateTime(iso, language);
}

/** A range of days: "5–7 days"; "5 days" when both ends are equal. */
export function formatDays(min: number, max: number, language: string): string {
  const format = numberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return min === max ? format.format(min) : format.formatRange(min, max);
}

/** The name of a country by its two-letter code. */
export function formatCountry(code: string | null | undefined, language: string): string {
  if (!code) return MISSING;
  try {
    return cached(`c:${language}`, () => new Intl.DisplayNames([language], { type: 'region' })).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Joins words as a list: a, b, or c. */
export function formatList(
  words: string[],
  language: string,
  kind: 'conjunction' | 'disjunction' = 'disjunction',
): string {
  return cached(`l:${language}:${kind}`, () => new Intl.ListFormat(language, { type: kind })).format(words);
}
