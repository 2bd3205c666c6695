import { barcodeKey, readProductGtin } from '@quayside/kernel';

/** Shorter texts, or texts with fewer digits, are no numbers of a product: "n/a", "Does not apply". */
const LEAST_LENGTH = 6;
const LEAST_DIGITS = 4;

const says = (key: string): boolean =>
  key.length >= LEAST_LENGTH && key.replace(/\D/g, '').length >= LEAST_DIGITS && new Set(key).size > 1;

/**
 * What two barcodes say about two variants. gtin: the same GTIN. text: the same text that is no GTIN, or one that is only
 * valid inside a company. other: both have a GTIN, and they differ. undefined: nothing.
 */
export function compareBarcodes(
  a: string | null | undefined,
  b: string | null | undefined,
): 'gtin' | 'text' | 'other' | undefined {
  if (!a || !b) return undefined;
  const [left, right] = [barcodeKey(a), barcodeKey(b)];
  const areGtins = readProductGtin(a) !== undefined && readProductGtin(b) !== undefined;
  if (left === right) return areGtins ? 'gtin' : says(left) ? 'text' : undefined;
  return areGtins ? 'other' : undefined;
}
