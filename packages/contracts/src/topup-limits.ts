/** Smallest and largest top-up, USD cents. Own choice (A65 leaves amounts open): a card fee is not worth less. */
export const TOPUP_MIN = 500;
export const TOPUP_MAX = 1_000_000;
