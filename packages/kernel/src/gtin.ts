const SEPARATORS = /[\s-]/g;
const LENGTHS: readonly number[] = [8, 12, 13, 14];
const LONGEST = 14;

/** The check digit of the digits before it: weights of 3 and 1 from the right. Source: GS1 General Specifications, 7.9. */
function checkDigit(digits: string): number {
  const sum = [...digits].reduceRight((total, digit, at) => {
    const weight = (digits.length - at) % 2 === 1 ? 3 : 1;
    return total + weight * Number(digit);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const digitsOf = (barcode: string): string | undefined => {
  const digits = barcode.replace(SEPARATORS, '');
  const isNumber = LENGTHS.includes(digits.length) && /^\d+$/.test(digits) && !/^0+$/.test(digits);
  return isNumber && checkDigit(digits.slice(0, -1)) === Number(digits.at(-1)) ? digits : undefined;
};

/** Whether a text is a GTIN-8, 12 (UPC), 13 (EAN, ISBN) or 14 with the right check digit. Spaces and hyphens don't count. */
export const isGtin = (barcode: string): boolean => digitsOf(barcode) !== undefined;

/**
 * Prefixes of the 13-digit form that name no product everywhere: numbers that a company or region gives out for itself, and
 * coupons. Source: GS1 General Specifications, 1.4.3, "GS1 Prefixes".
 */
const NO_PRODUCT = /^(02|04|05|2|98[1-4]|99)/;
/** The same of 8 digits. */
const NO_PRODUCT_8 = /^[02]/;

/**
 * A GTIN as its digits alone, if it names the same product everywhere; undefined: no GTIN, or one that is only valid
 * inside a company.
 */
export function readProductGtin(barcode: string): string | undefined {
  const digits = digitsOf(barcode);
  if (digits === undefined) return undefined;
  const isOwn =
    digits.length === 8 ? NO_PRODUCT_8.test(digits) : NO_PRODUCT.test(digits.padStart(LONGEST, '0').slice(1));
  return isOwn ? undefined : digits;
}

/**
 * What barcodes are compared by: lower case without spaces, hyphens and leading zeros. A UPC of 12 digits and the EAN of 13 that
 * it is too have the same key. Migration 2440 has an index of the same expression.
 */
export const barcodeKey = (barcode: string): string =>
  barcode.replaceAll(' ', '').replaceAll('-', '').replace(/^0+/, '').toLowerCase();
