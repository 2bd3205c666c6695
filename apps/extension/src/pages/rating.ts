import type { Node } from './json-ld.ts';

const STARS = 5;

/** A number as pages write it: 4.5, "4.5", "4,5". */
const numberOf = (value: unknown): number | undefined => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim().slice(0, 30) : '';
  const number = /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** Stars of five; a rating of another best, such as ten or a hundred, is turned into them. Undefined: it tells none. */
export function getStars(rating: Node | undefined): number | undefined {
  const value = numberOf(rating?.ratingValue);
  const best = numberOf(rating?.bestRating) ?? STARS;
  if (value === undefined || best <= 0 || value > best) return undefined;
  return Math.round((value / best) * STARS * 100) / 100;
}

/** How many stars on average, and of how many people. */
export function getRating(rating: Node | undefined): { value: number; count: number | null } | null {
  const value = getStars(rating);
  // Nobody has rated: shops write a zero then.
  if (value === undefined || value === 0) return null;
  const count = numberOf(rating?.reviewCount) ?? numberOf(rating?.ratingCount);
  return { value, count: count !== undefined && Number.isSafeInteger(count) ? count : null };
}
