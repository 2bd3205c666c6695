/** Latin words, and numbers of orders such as #1001. */
const LATIN = /\p{Script=Latin}|#/u;

/**
 * A name, an address or a sum inside a sentence that runs from the right: kept apart from it (Unicode's isolates, UAX 9), so
 * that signs beside it stay where the sentence has them.
 *
 * @param isRtl whether the sentence runs from the right.
 */
export const isolated = (value: string, isRtl: boolean): string =>
  isRtl && LATIN.test(value) ? `\u2068${value}\u2069` : value;
