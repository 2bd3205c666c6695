import { parse } from 'lossless-json';

/**
 * A JSON number as JavaScript can hold it: integers beyond 2^53 (CJ writes 18-digit order ids bare) stay the digits
 * they were, as text; everything else is a number.
 */
const keepDigits = (digits: string): number | string =>
  /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? digits : Number(digits);

/** Parses JSON without losing a digit of a long id. Throws SyntaxError when the text is not JSON. */
export const parseLossless = (text: string): unknown => parse(text, null, keepDigits);
