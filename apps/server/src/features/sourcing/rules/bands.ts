import type { LISTING_BANDS, PRICE_BANDS, VOLUME_BANDS } from '@quayside/contracts';

/** Numbers between two bounds; an absent bound is open. */
export interface Range {
  min?: number;
  /** Whether `min` is excluded. */
  above?: boolean;
  max?: number;
  /** Whether `max` is included. */
  through?: boolean;
}

const under = (max: number): Range => ({ max });
const over = (min: number): Range => ({ min, above: true });
const from = (min: number, max: number): Range => ({ min, max });
/** The last bounded band includes both ends, so that nothing falls between it and the open one. */
const last = (min: number, max: number): Range => ({ min, max, through: true });

/** In whole dollars. Bands and edges: document 2, section 9 and decision A12. */
export const PRICE_RANGES: Record<(typeof PRICE_BANDS)[number], Range> = {
  under_10: under(10),
  '10_30': from(10, 30),
  '30_50': from(30, 50),
  '50_100': last(50, 100),
  over_100: over(100),
};

export const VOLUME_RANGES: Record<(typeof VOLUME_BANDS)[number], Range> = {
  over_100: over(100),
  under_500: under(500),
  '500_1000': from(500, 1000),
  '1000_5000': from(1000, 5000),
  '5000_10000': last(5000, 10_000),
  over_10000: over(10_000),
};

export const LISTING_RANGES: Record<(typeof LISTING_BANDS)[number], Range> = {
  under_100: under(100),
  '100_250': from(100, 250),
  '250_500': from(250, 500),
  '500_750': from(500, 750),
  '750_1000': last(750, 1000),
  over_1000: over(1000),
};

/** Whether one range ends before the other starts, taking excluded ends into account. */
const endsBefore = ({ max, through }: Range, { min, above }: Range): boolean =>
  max !== undefined && min !== undefined && (max < min || (max === min && (!through || above === true)));

/** Whether two ranges overlap with exact ends: $10 to $30 doesn't overlap under $10. */
export const mayOverlap = (a: Range, b: Range): boolean => !endsBefore(a, b) && !endsBefore(b, a);
