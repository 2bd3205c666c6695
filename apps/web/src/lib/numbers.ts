/** Formats whole and decimal numbers: the only formats that the first screen needs. */

/** Placeholder for a missing value. */
export const MISSING = '--';

const cache = new Map<string, unknown>();

export function cached<T>(key: string, make: () => T): T {
  const found = cache.get(key);
  if (found !== undefined) return found as T;
  const made = make();
  cache.set(key, made);
  return made;
}

export function tag(language: string): string {
  return `${language}-u-nu-latn`;
}

export function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return cached(`n:${language}:${JSON.stringify(options)}`, () => new Intl.NumberFormat(tag(language), options));
}

/** A whole or decimal number with grouping. */
export function formatNumber(value: number | null | undefined, language: string, digits = 2): string {
  if (value === null || value === undefined) return MISSING;
  return numberFormat(language, { maximumFractionDigits: digits }).format(value);
}
