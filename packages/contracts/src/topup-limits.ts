/**
 * Smallest and largest top-up in US cents. Our choice (A65 leaves it open): smaller amounts are not worth the card fee.
 */
export const TOPUP_MIN = 500;
export const TOPUP_MAX = 1_000_000;
